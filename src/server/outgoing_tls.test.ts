// The way that every call to somebody else's address goes outside of tests: by name, to public addresses only, over TLS that
// is checked. Only the network is another: a public address leads to a server here, which signs with its own authority.
import assert from 'node:assert/strict'
import dns from 'node:dns'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, globalAgent, type Server } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, getDefaultAutoSelectFamily, type LookupFunction, setDefaultAutoSelectFamily } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { after, before, beforeEach, test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { certificate } from '../../test/certificate.ts'
import { aCompany, startTestApp, UNLIMITED, until } from '../../test/kit.ts'
import { without } from '../../test/starting.ts'
import { askOutside } from './outgoing.ts'

const V4 = { address: '93.184.216.34', family: 4 }
const V6 = { address: '2606:2800:220:1::1', family: 6 }
const INSIDE = { address: '10.0.0.8', family: 4 }
const NAMES: Record<string, { address: string; family: number }[]> = {
  'sistema.exemplo.com': [V6, V4],
  'outro.exemplo.com': [V4],
  'ninguem.exemplo.com': [V4],
  'dentro.exemplo.com': [INSIDE],
  'meio.exemplo.com': [V4, INSIDE],
  'nenhum.exemplo.com': [],
}
const skip = without('openssl')
const dir = mkdtempSync(join(tmpdir(), 'mostruario-outgoing-'))
let there: Server
let connections = 0
let answer: Buffer | string = 'recebido'
const { lookup } = dns
const connect = globalAgent.createConnection.bind(globalAgent)

type Found = Parameters<LookupFunction>[2]
/** Names as somebody else's resolver tells them; those of this machine as ever. */
const told = ((host: string, options: dns.LookupAllOptions, done: Found) => {
  if (!NAMES[host]) return lookup(host, options, done as never)
  const found = NAMES[host]
  if (options.all) return setImmediate(done, null, found)
  setImmediate(done, null, found[0]?.address ?? '', found[0]?.family)
}) as unknown as typeof dns.lookup
/** What was found out there is here, in the shape in which it was told. */
const here =
  (find: LookupFunction): LookupFunction =>
  (host, options, done) =>
    find(host, options, (error, found, family) => {
      if (error) return done(error, '', 0)
      if (!Array.isArray(found)) return done(null, found && '127.0.0.1', family && 4)
      done(
        null,
        found.map(() => ({ address: '127.0.0.1', family: 4 })),
      )
    })
before(async () => {
  if (skip) return
  const files = (of: { cert: string; key: string }) => ({ cert: readFileSync(of.cert), key: readFileSync(of.key) })
  const known = files(certificate(dir, 'sistema.exemplo.com', 'dentro.exemplo.com', 'meio.exemplo.com'))
  const nobodys = createSecureContext(files(certificate(dir, 'ninguem.exemplo.com')))
  there = createServer(
    { ...known, SNICallback: (name, done) => done(null, name === 'ninguem.exemplo.com' ? nobodys : undefined) },
    (request, response) => {
      request.resume().on('end', () => response.end(answer))
    },
  )
  there.on('connection', () => connections++)
  await new Promise<void>((done) => there.listen(0, '127.0.0.1', done))
  const { port } = there.address() as AddressInfo
  dns.lookup = told
  syncBuiltinESMExports()
  globalAgent.createConnection = (options, done) =>
    options.host && NAMES[options.host]
      ? connect({ ...options, port, ca: known.cert, lookup: here(options.lookup ?? (told as never)) }, done)
      : connect(options, done)
})
beforeEach(() => {
  globalAgent.destroy()
  connections = 0
})
after(() => {
  dns.lookup = lookup
  syncBuiltinESMExports()
  globalAgent.createConnection = connect
  globalAgent.destroy()
  there?.close()
  rmSync(dir, { recursive: true, force: true })
})
const ask = (host: string) =>
  askOutside(`https://${host}/x`, [], {
    method: 'POST',
    headers: {},
    body: Buffer.from('{}'),
    most: 1000,
    timeout: 5000,
  })

test('a name of public addresses is called over TLS, whether Node asks for all of them or for one', {
  skip,
}, async () => {
  const all = getDefaultAutoSelectFamily()
  try {
    for (const asks of [true, false]) {
      setDefaultAutoSelectFamily(asks)
      globalAgent.destroy()
      const { status, body } = await ask('sistema.exemplo.com')
      assert.deepEqual([status, body.toString()], [200, 'recebido'])
    }
  } finally {
    setDefaultAutoSelectFamily(all)
  }
  assert.equal(connections, 2)
})
test('a certificate that nobody known has signed, and one of another name, are refused', { skip }, async () => {
  await assert.rejects(ask('ninguem.exemplo.com'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  await assert.rejects(ask('outro.exemplo.com'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
})
test('a name that leads inside, also beside a public address, and one that leads nowhere are not called', {
  skip,
}, async () => {
  for (const host of ['dentro', 'meio', 'nenhum'])
    await assert.rejects(ask(`${host}.exemplo.com`), /not a public address/, host)
  assert.equal(connections, 0)
})
test('a catalogue in Excel is fetched so, from its address to its products', { skip }, async () => {
  const t = await startTestApp({ config: { limits: UNLIMITED } })
  try {
    await t.jobs()
    const a = await aCompany(t)
    const rows = [
      ['Código', 'Nome', 'Preço'],
      ['V-1', 'Vaso', 12.5],
      ['V-2', 'Prato', 7],
    ]
    answer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Lista', rows }] }))
    const ask = async (method: string, url: string, body?: object) => {
      const r = await t.call(method, url, { token: a.admin.token, ...(body && { body }) })
      assert.equal(r.status, 200, JSON.stringify(r.body))
      return r.body.data
    }
    const url = 'https://sistema.exemplo.com/lista.xlsx'
    const feed = await ask('POST', '/api/v2/feeds', { name: 'Lista', url, every_hours: 24 })
    await ask('POST', `/api/v2/feeds/${feed.id}/run`, {})
    const run = await until(async () => {
      const [last] = await ask('GET', `/api/v2/feeds/${feed.id}/runs`)
      return last.status !== 'andando' && last
    })
    assert.deepEqual([run.status, run.created, run.message], ['gravado', 2, '2 produtos criados.'])
    const { name, price } = await ask('GET', '/api/v2/products/by_code/V-1')
    assert.deepEqual([name, price], ['Vaso', '12,50'])
  } finally {
    await t.close()
  }
})
