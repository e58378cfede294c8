// The document around every screen.
import { createHash } from 'node:crypto'
import { palette, paletteCss } from '#shared/colour.ts'
import type { Built } from './build.ts'
import { shortName } from './face.ts'

/** What a link to this address looks like, in a chat and in a tab. */
export interface Look {
  name: string
  title: string
  description: string
  colour: string
  /** Absolute address of a JPEG, or ''. */
  picture: string
  url: string
  /** Small picture for the tab, or ''. */
  icon: string
  /** The home screen's picture on an iPhone. */
  touch: string
  noindex: boolean
  /** schema.org description of what the page shows; null for none. */
  data: object | null
}
export interface Content {
  /** The first screen's markup, or ''. */
  markup: string
  /** What the script begins with. */
  boot: unknown
  /** The banner as phones show it, or ''. */
  banner: string
  /** Above the catalogue visitors may ask to see prices. */
  asksPrices?: boolean
  /** Nothing is painted before this browser has said whose colours it wears. */
  worn?: boolean
}
export const esc = (s: string) => s.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
/** JSON that is safe inside a script element. */
const safeJson = (v: unknown) =>
  JSON.stringify(v).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

const styleOf = (built: Built, colour: string) => built.critical + paletteCss(palette(colour))
/** Content-security-policy source of the document's one inline block. */
export const styleSource = (built: Built, look: Look) =>
  `'sha256-${createHash('sha256').update(styleOf(built, look.colour)).digest('base64')}'`

export function document(
  built: Built,
  pathname: string,
  look: Look,
  content: Content,
  metas: Record<string, string>,
  warning: boolean,
  /** Runs before anything is loaded. */
  script: string,
): string {
  const colours = palette(look.colour)
  const ahead = built.ahead(pathname, content.asksPrices ?? false)
  const og = [
    ['og:type', 'website'],
    ['og:site_name', look.name],
    ['og:title', look.title],
    ['og:description', look.description],
    ['og:url', look.url],
    ['og:locale', 'pt_BR'],
    ...(look.picture
      ? [
          ['og:image', look.picture],
          ['og:image:width', '1200'],
          ['og:image:height', '630'],
          ['og:image:type', 'image/jpeg'],
        ]
      : []),
  ]
  return [
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">',
    script && `<script>${script}</script>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${esc(look.title)}</title><meta name="description" content="${esc(look.description)}"><meta name="theme-color" content="${colours.bar}">`,
    `<meta name="application-name" content="${esc(look.name)}"><meta name="font" content="${built.font}">`,
    Object.entries(metas)
      .map(([k, v]) => (v ? `<meta name="${k}" content="${esc(v)}">` : ''))
      .join(''),
    `<link rel="icon" href="${look.icon || 'data:,'}"><link rel="apple-touch-icon" href="${look.touch}">`,
    `<link rel="manifest" href="/app.webmanifest"><meta name="apple-mobile-web-app-title" content="${esc(shortName(look.name))}">`,
    look.noindex ? '<meta name="robots" content="noindex">' : '',
    og.map(([k, v]) => `<meta property="${k}" content="${esc(v as string)}">`).join(''),
    look.data ? `<script type="application/ld+json">${safeJson(look.data)}</script>` : '',
    `<style>${styleOf(built, look.colour)}</style>`,
    // First of all: behind six pictures it would hold the cards for a second more (HTTP/1.1).
    '<link rel="preload" as="script" href="/veil.js" fetchpriority="high">',
    content.banner
      ? `<link rel="preload" as="image" fetchpriority="high" media="(max-width: 959px)" href="${content.banner}">`
      : '',
    [built.script, ...built.preload, ...ahead.scripts].map((p) => `<link rel="modulepreload" href="${p}">`).join(''),
    `${ahead.styles.map((p) => `<link rel="preload" as="style" crossorigin href="${p}">`).join('')}</head><body>`,
    warning ? '<aside class="offline clip">Só para demonstração e testes.</aside>' : '',
    // Between bar and page: the bar paints at once, the cards wait for the few bytes that may veil them.
    `<div id="app">${content.markup.includes('<main') && !content.worn ? content.markup.replace('<main', '<script src="/veil.js"></script><main') : `<script src="/veil.js"></script>${content.markup}`}</div><noscript><p class="page">Este catálogo precisa de JavaScript para montar o pedido.</p></noscript>`,
    `<script type="application/json" id="boot">${safeJson(content.boot)}</script>`,
    built.styles.map((s) => `<link rel="stylesheet" href="${s}">`).join(''),
    `<script type="module" src="${built.script}"></script></body></html>`,
  ].join('')
}
