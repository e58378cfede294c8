// /api/docs: the same document for people, without a script.
import { refusalTable } from '#shared/errors.ts'
import { guide } from './guide.ts'
import type { OpenApi } from './openapi.ts'

const esc = (s: string) => s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
const LEVELS = ['operador', 'administrador', 'vendedor', 'cliente']

export function docsPage(api: OpenApi): string {
  const sections = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => {
      const who =
        op['x-levels'] === 'anyone' ? 'qualquer pessoa' : (op['x-levels'] as number[]).map((l) => LEVELS[l]).join(', ')
      const body = JSON.stringify(op.requestBody ?? null)
      const fields = op.requestBody
        ? Object.keys(
            (
              Object.values(
                (op.requestBody as { content: Record<string, { schema: { properties: object } }> }).content,
              )[0] as { schema: { properties: object } }
            ).schema.properties,
          )
        : []
      const query = op.parameters.filter((p) => p.in === 'query').map((p) => p.name)
      const named = (label: string, names: string[]) =>
        `<p>${label}: ${names.map((x) => `<code>${esc(x)}</code>`).join(' ')}</p>`
      return [
        `<section><h3><b>${method.toUpperCase()}</b> <code>${esc(path)}</code></h3>`,
        `<p>${esc(op.summary)} · ${esc(who)}${op['x-key'] ? ` · chave: <code>${op['x-key']}</code>` : ''}</p>`,
        query.length ? named('Consulta', query) : '',
        body !== 'null' ? named('Campos', fields) : '',
        '</section>',
      ].join('')
    }),
  )
  const errors = refusalTable
    .map((r) => `<tr><td><code>${r.code}</code></td><td>${r.status}</td><td>${esc(r.message)}</td></tr>`)
    .join('')
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>API do Mostruário</title><link rel="stylesheet" href="/docs.css"></head><body><main><h1>API do Mostruário</h1><p>${esc(api.info.description)} <a href="/api/openapi.json">openapi.json</a></p>${guide}<h2>Chamadas</h2>${sections.join('')}<h2>Recusas</h2><table><thead><tr><th>Código</th><th>Status</th><th>Mensagem</th></tr></thead><tbody>${errors}</tbody></table></main></body></html>`
}
