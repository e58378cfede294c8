// What a person sees instead of a page while the server cannot make one: a sentence, and it tries again by itself.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;text-align:center;' +
  'font:18px/1.5 system-ui,sans-serif;color:#1f1a17;background:#faf8f6}h1{font-size:24px}a{color:inherit}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`

/** Whether what lies at the address comes from the disk, or not at all: nothing asks the database there. */
export const isFile = (url: string) => /^\/(files|assets|fonts)\//.test(url)
/** Whether the address is a page's, and not a call's or a file's. */
export const isPage = (request: FastifyRequest) =>
  request.method === 'GET' && !request.url.startsWith('/api/') && !isFile(request.url)
/** Answers with a page that says `sentence` and opens the address again after `seconds`. */
export const sorry = (reply: FastifyReply, status: number, sentence: string, seconds: number) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
    .send(`<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${seconds}"><title>Um momento</title><style>${STYLE}</style>
<main><h1>Um momento</h1><p role="status">${sentence}</p>
<p>Esta página tenta de novo sozinha. <a href="">Tentar agora</a></p></main></html>`)
