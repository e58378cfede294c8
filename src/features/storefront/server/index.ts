// The pages: built files, and for every other address the first HTML of the company that the host names.
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isTenantHost, pathOfHost } from '#features/sessions/rules.ts'
import { isOwnHost } from '#server/addresses.ts'
import { keep, packed } from '#server/kept.ts'
import type { Kit } from '#server/serve.ts'
import { isPage } from '#server/sorry.ts'
import { Refusal } from '#shared/errors.ts'
import { isPersonalLink } from '#shared/personal-link.ts'
import { readBuild } from './build.ts'
import { type Draw, readFirst } from './first.ts'
import { document, styleSource } from './html.ts'
import { install } from './install.ts'
import { leadTo } from './moved.ts'
import { LINK_SCRIPT, LINK_SOURCE } from './personal-link.ts'
import { tagFrame } from './tag-frame.ts'

export { showcase } from './showcase.ts'

/** The build that lies in `root`, served. */
export const pagesOf =
  (root: string) =>
  async (app: FastifyInstance, kit: Kit): Promise<void> => {
    const built = readBuild(root)
    const draw = (await import(join(root, 'server/first-screen.js'))) as Draw
    await app.register(fastifyStatic, {
      root: join(root, 'web'),
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (res, path) =>
        void res.header(
          'cache-control',
          /-[\w-]{8}\.(js|css|woff2)(\.br)?$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
    install(app, kit, built)
    tagFrame(app, kit)
    // What the device keeps of the pages: around every screen alike, with nothing of whoever asks.
    app.get('/shell', async (request, reply) => page(request, reply.header('x-build', built.id), true))
    app.setNotFoundHandler(async (request, reply) => {
      if (!isPage(request)) throw new Refusal('not_found')
      return page(request, reply)
    })
    // Said before the first byte of the page: on a slow network the two that are waited for set out a tenth of a second
    // earlier.
    const ahead = `</veil.js>; rel=preload; as=script; fetchpriority=high, <${built.script}>; rel=modulepreload`
    const tiles = kit.config.tilesUrl && new URL(kit.config.tilesUrl.replaceAll(/[{}]/g, '')).origin
    async function page(request: FastifyRequest, reply: FastifyReply, shell = false): Promise<FastifyReply> {
      const path = pathOfHost(request.hostname)
      // “//”, “/\” and “*” are addresses that only programs ask for.
      if (!/^\/(?![/\\])/.test(request.url)) throw new Refusal('not_found')
      const url = new URL(`http://x${shell ? '/shell' : request.url}`)
      const inTurn = <T>(work: () => Promise<T>) => kit.share(path || null, work)
      const first = await inTurn(() => readFirst(kit, path, url, request.now ?? kit.clock.now(), shell))
      if (first.moved) return leadTo(kit, first.moved, request, reply)
      // Where people of any company sign in, and one has: web/paint.ts.
      // The installation's own name looks like a company's host, and is none unless a company has that path.
      const own = first.tenant === false && isOwnHost(kit.config, request.hostname)
      const anyones = own || !isTenantHost(request.hostname)
      const worn = !shell && anyones && /(?:^|; )mo_worn=1/.test(request.headers.cookie ?? '')
      const linked = isPersonalLink(url.searchParams.get('id'))
      const key = `${built.id}|${first.key}|${worn}|${own}|${linked}`
      const write = async () =>
        document(
          built,
          url.pathname,
          first.look,
          { ...(await first.make(draw)), worn },
          {
            build: built.id,
            'main-site': kit.config.mainSiteUrl,
            tiles: kit.config.tilesUrl,
            'own-host': own ? '1' : '',
            parts: url.pathname === '/ui' && process.env.NODE_ENV !== 'production' ? '1' : '',
          },
          kit.config.limitsRaised || kit.config.demo === 'open',
          linked ? LINK_SCRIPT : '',
        )
      const html = await keep(`html:${key}`, () => inTurn(write), { passing: first.passing })
      headers(reply, styleSource(built, first.look), tiles, linked ? LINK_SOURCE : '', request.protocol === 'https')
      if (url.pathname.startsWith('/pedido/'))
        reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding, cookie')
      // Nothing is asked for while the address still holds the link, and no request names it.
      if (linked) reply.header('referrer-policy', 'origin')
      else reply.header('link', ahead)
      const small = await packed(html, request.headers['accept-encoding'])
      return small ? reply.header('content-encoding', 'br').send(small) : reply.send(html)
    }
  }
export const pages = pagesOf(resolve(import.meta.dirname, '../../../../build'))
/** `script`: the source of the document's inline script, where it has one. */
function headers(reply: FastifyReply, style: string, tiles: string, script: string, https: boolean): void {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval'${script && ` ${script}`}`,
    `style-src 'self' ${style}`,
    `img-src 'self' data: blob: ${tiles}`,
    "font-src 'self'",
    "connect-src 'self'",
    // Measuring tags: tag-frame.ts.
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types mostruario default',
  ]
  reply.header('content-security-policy', policy.join('; '))
  reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()')
  if (https) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
}
