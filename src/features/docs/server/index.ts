// The API described from its contracts: OpenAPI for programs, a page for people.
import type { FastifyInstance } from 'fastify'
import { registered, type Kit } from '#server/serve.ts'
import { openApi } from './openapi.ts'
import { docsPage } from './page.ts'

export function routes(app: FastifyInstance, _kit: Kit): void {
  let kept: ReturnType<typeof openApi> | undefined
  const document = () => {
    kept ??= openApi(registered)
    return kept
  }
  app.get('/api/openapi.json', async () => document())
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage(document())))
}
