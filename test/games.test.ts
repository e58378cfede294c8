// Games with names: prototypes in bodies, schemes in links, hosts that are nearly a company's.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { registered } from '#server/serve.ts'
import type { Endpoint } from '#shared/wire.ts'
import { draw, fieldsOf, type Things } from './hostile.ts'
import { startTestApp, type TestApp, UNLIMITED } from './kit.ts'
import { broken, dice } from './stranger.ts'
import { aWorld, type World } from './world.ts'

/** Drawings of each call's address and fields; hosts that are broken. */
const DRAWINGS = process.env.LONG ? 10 : 1
const HOSTS = process.env.LONG ? 20_000 : 500
let t: TestApp
let w: World
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  w = await aWorld(t)
})
after(() => t.close())
const tokenFor = ({ options: { levels } }: Endpoint) => {
  if (levels === 'anyone') return ''
  return (
    [w.operator, w.a.admin, w.a.seller, w.a.client].find((_, level) => levels.includes(level as never))?.token ?? ''
  )
}
const send = (e: Endpoint, path: string, payload: string | Buffer, type = 'application/json') =>
  t.app.inject({
    method: e.method,
    url: path,
    payload,
    headers: { 'content-type': type, authorization: `Bearer ${tokenFor(e)}` },
  })
/** Calls that write, without those that end the walk. */
const writes = () =>
  registered.filter((e) => e.method !== 'GET' && !/logout|auth\/password|anonymise|archive/.test(e.path))
const things = (): Things => ({
  of: { companies: [w.a.id] },
  ids: [w.a.id, 1, 2, 501],
  secrets: w.secrets.a,
  words: ['Peça'],
})

test('a prototype in a body, a field, a query or text inside a field changes no object of the server', async () => {
  const poison = '{"polluted":"sim","level":0}'
  for (const [e, n] of writes().flatMap((w) => Array.from({ length: DRAWINGS }, (_, i) => [w, i + 1] as const))) {
    const { path } = draw(e, dice(n), things(), { files: [], calm: 1 })
    const fields = fieldsOf(e)
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const inner = key === 'constructor' ? `{"prototype":${poison}}` : poison
      await send(e, path, `{"${key}":${inner}}`)
      await send(e, `${path.split('?')[0]}?${key}[polluted]=sim&${key}=sim`, '{}')
      const text = encodeURIComponent(`{"${key}":${inner}}`)
      await send(
        e,
        path,
        [`${key}[polluted]=sim`, ...fields.map((f) => `${f}=${text}`)].join('&'),
        'application/x-www-form-urlencoded',
      )
      const parts = fields.map(
        (f) => `--b\r\ncontent-disposition: form-data; name="${f}"\r\n\r\n{"${key}":${inner}}\r\n`,
      )
      const first = `--b\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${inner}\r\n`
      await send(e, path, `${first}${parts.join('')}--b--\r\n`, 'multipart/form-data; boundary=b')
    }
    assert.equal(({} as Record<string, unknown>).polluted, undefined, `${e.method} ${e.path}`)
    assert.equal(([] as unknown as Record<string, unknown>).polluted, undefined)
  }
  const { rows } = await t.owner.query('select count(*)::int as n from users where level = 0')
  assert.equal(rows[0].n, 1, 'nobody became an operator')
})
test('no call keeps a link that a browser would run or that leads where it does not say', async () => {
  const schemes = [
    'javascript:pwned(1)',
    'JaVaScRiPt:pwned(1)',
    ' javascript:pwned(1)',
    'java\nscript:pwned(1)',
    '\u0001javascript:pwned(1)',
    'javascript&colon;pwned(1)',
    'vbscript:pwned(1)',
    'data:text/html,<script>pwned(1)</script>',
    'data:text/html;base64,cHduZWQoMSk=pwned',
    'file:///pwned',
    'blob:https://pwned.example/x',
    '//pwned.example',
    '/\\pwned.example',
    'https:pwned.example',
    'https://user:pass@pwned.example/',
  ]
  let tried = 0
  for (const e of writes()) {
    for (const field of fieldsOf(e).filter((f) =>
      /link|url|site|href|redirect|facebook|instagram|tiktok|endpoint/.test(f),
    ))
      for (const [n, link] of Array.from({ length: DRAWINGS }, () => schemes)
        .flat()
        .entries()) {
        const x = draw(e, dice(n), things(), { files: [], calm: 1 })
        const form = x.headers['content-type']?.startsWith('application/json') ? JSON.parse(String(x.body)) : {}
        await send(e, x.path, JSON.stringify({ ...form, [field]: link }))
        tried++
      }
  }
  assert.ok(tried > 60, `${tried}`)
  const { rows } = await t.owner.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const kept: string[] = []
  for (const { name } of rows) {
    // Sites that may show the catalogue in a frame are kept by their origin.
    if (name === 'showcases') continue
    const found = await t.owner.query(
      `select x::text from "${name}" x where x::text ~ 'pwned' and x::text !~ 'Vitrine para sites' limit 3`,
    )
    kept.push(...found.rows.map((r) => `${name}: ${/.{0,60}pwned.{0,20}/.exec(r.x)?.[0]}`))
  }
  assert.deepEqual(kept, [])
})
test('a host that only looks like a company’s opens none, and no header says another', async () => {
  const open = async (host: string, headers: Record<string, string> = {}) => {
    const r = await t.app.inject({
      method: 'POST',
      url: '/api/v2/auth/loginClient',
      headers: { host, ...headers },
      payload: {},
    })
    return r.statusCode === 200 ? (r.json() as { data: { company: { id: number } } }).data.company.id : r.statusCode
  }
  const { path } = w.b
  assert.equal(await open(`${path}.localhost`), w.b.id)
  assert.equal(await open(`${path.toUpperCase()}.LOCALHOST`), w.b.id)
  for (const host of [
    `evil.example`,
    `x.${path}.localhost`,
    `${path}-.localhost`,
    `-${path}.localhost`,
    `${path}\u0000.localhost`,
    `${path}%00.localhost`,
    `${path}@evil.example`,
    `evil.example#${path}.localhost`,
    `evil.example/${path}.localhost`,
    `${path} .localhost`,
    `.${path}.localhost`,
    `${'a'.repeat(300)}.localhost`,
  ])
    assert.ok([400, 403, 404, 422].includes(await open(host)), `${host}: ${await open(host)}`)
  for (const header of ['x-forwarded-host', 'x-host', 'forwarded', 'x-original-host', 'x-real-host'])
    assert.equal(
      await open('www.evil.example', {
        [header]: header === 'forwarded' ? `host=${path}.localhost` : `${path}.localhost`,
      }),
      404,
    )
})
test(`of ${HOSTS} hosts that are nearly a company's it opens for itself, and for none with another first label`, async (c) => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
  c.diagnostic(`SEED=${seed}`)
  const d = dice(seed)
  const own = `${w.b.path}.localhost`
  const wrong: string[] = []
  for (let n = 0; n < HOSTS; n++) {
    const host = broken(d, Buffer.from(d.one([own, own.toUpperCase(), `${own}:3000`, `x.${own}`]))).toString('latin1')
    const r = await t.app.inject({ method: 'POST', url: '/api/v2/auth/loginClient', headers: { host }, payload: {} })
    const opened =
      r.statusCode === 200 && (r.json() as { data: { company: { id: number } } }).data.company.id === w.b.id
    const named = /^[^.:]*/.exec(host)?.[0].toLowerCase() === w.b.path
    const itself = host.toLowerCase().replace(/:\d{1,5}$/, '') === own
    if (r.statusCode >= 500 || (opened && !named) || (itself && !opened))
      wrong.push(`${JSON.stringify(host)}: ${r.statusCode}`)
  }
  assert.deepEqual(wrong.slice(0, 20), [])
})
