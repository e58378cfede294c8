// The catalogue as an app of its own: manifest, icons and service worker of the company that the host names.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findCompany, projectCompany } from '#features/companies/server/index.ts'
import type { IconKind } from '#features/images/rules.ts'
import { makeIcons } from '#features/images/server/index.ts'
import { pathOfHost } from '#features/sessions/rules.ts'
import { inCompany } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { firstKept } from '#server/storage.ts'
import { palette } from '#shared/colour.ts'
import { Refusal } from '#shared/errors.ts'
import type { Built } from './build.ts'
import { type Face, faceOf, iconAddress, iconsOf, PLATFORM, shortName, signOf } from './face.ts'
import { leadOn } from './moved.ts'
import { findStorefront } from './queries.ts'

export function install(app: FastifyInstance, kit: Kit, built: Built): void {
  app.get('/app.webmanifest', async (request, reply) => {
    const face = await faceAt(kit, request.hostname, request.now ?? kit.clock.now())
    if (face === PLATFORM && (await leadOn(kit, request, reply))) return reply
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(manifestOf(face))
  })
  app.get('/sw.js', async (_request, reply) =>
    // A browser that asks for it gets what is here now: a worker of before lives until then and no longer.
    reply
      .type('text/javascript; charset=utf-8')
      .headers({
        'cache-control': 'no-cache, no-transform',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      })
      .send(kit.config.worker ? workerOf(built) : GOODBYE),
  )
  app.get('/icons/:name', async (request, reply) => {
    const [, start, kind] =
      /^([0-9a-f]{32}-icon[0-9a-f]{8})-(\w{2,4})\.png$/.exec((request.params as { name: string }).name) ?? []
    const face = await faceAt(kit, request.hostname, request.now ?? kit.clock.now())
    // Nobody has pictures made by asking for their names.
    if (!start || !kind || start !== iconsOf(face)) throw new Refusal('not_found')
    return sendIcon(kit, reply, face, `${start}-${kind}.png`)
  })
}
function faceAt(kit: Kit, hostname: string, now: Date): Promise<Face> {
  const path = pathOfHost(hostname)
  return kit.share(path || null, async () => {
    const front = path ? await findStorefront(kit.db, path) : undefined
    if (!front) return PLATFORM
    const row = await inCompany(kit.pool, front.company_id, (tx) => findCompany(tx, front.company_id))
    return row ? faceOf(projectCompany(row, 3, now)) : PLATFORM
  })
}
const icon = (face: Face, kind: IconKind) => {
  const size = kind.replace('m', '')
  return {
    src: iconAddress(face, kind),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: kind.startsWith('m') ? 'maskable' : 'any',
  }
}
const shortcut = (face: Face, name: string, url: string) => ({ name, url, icons: [icon(face, '96')] })
/** Addresses that lead everybody to their own screen (shared/routes.ts). */
const manifestOf = (face: Face) => ({
  id: '/',
  name: face.name,
  short_name: shortName(face.name),
  description: `Catálogo e pedidos de ${face.name}`,
  lang: 'pt-BR',
  dir: 'ltr',
  start_url: '/mobi',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  theme_color: palette(face.colour).bar,
  background_color: '#f7f6f5',
  categories: ['business', 'shopping', 'productivity'],
  prefer_related_applications: false,
  icons: (['192', '512', 'm192', 'm512'] as const).map((kind) => icon(face, kind)),
  shortcuts: [shortcut(face, 'Novo pedido', '/novo'), shortcut(face, 'Pedidos', '/dashboard/orders')],
})
const being = new Map<string, Promise<void>>()
async function sendIcon(kit: Kit, reply: FastifyReply, face: Face, name: string): Promise<FastifyReply> {
  const { storage } = kit
  const start = iconsOf(face)
  if (!(await storage.has(name))) {
    // One device asks for several at once.
    let making = being.get(start)
    if (!making) {
      making = draw(kit, face, start).finally(() => being.delete(start))
      being.set(start, making)
    }
    await making
  }
  if (!(await storage.has(name))) throw new Refusal('not_found')
  return reply
    .headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
    })
    .type('image/png')
    .send(storage.stream(name))
}
const FORMATS = ['png', 'webp', 'jpeg', 'avif']
async function draw({ storage }: Kit, face: Face, start: string): Promise<void> {
  const hash = start.slice(0, 32)
  const originals = face.logo ? FORMATS.map((f) => `${hash}-original.${f}`) : []
  const original = await firstKept(storage, originals)
  const target = storage.path(`${start}-`).replace(/-$/, '')
  const work = { sign: signOf(face), colour: palette(face.colour).bar, target }
  await makeIcons({ ...work, file: original ? storage.path(original) : null })
}
const workerOf = ({ id, first, kept, worker }: Built) =>
  `const BUILD=${JSON.stringify({ id, first, kept })};\n${worker}`
/** Takes itself and everything that it kept away: what the operator serves when a worker must go. */
const GOODBYE = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('mostruario')) await caches.delete(name)
  await self.registration.unregister()
})()))
`
