// A catalogue that comes from an address by itself: what it brings, when it is fetched, when it asks first, and the way back.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { feedSimulator, type FeedSimulator } from '../../../../../test/feed_simulator.ts'
import { aCompany, type Company, startTestApp, type TestApp, UNLIMITED, until } from '../../../../../test/kit.ts'
import type { Feed, FeedRun } from '../../feeds/contract.ts'
import { nextRun, tooMuch } from '../../feeds/rules.ts'
import { platformTasks } from './run.ts'

let t: TestApp
let a: Company
let b: Company
let there: FeedSimulator
let feed: Feed
const HOUR = 3600_000
before(async () => {
  there = await feedSimulator()
  t = await startTestApp({ config: { limits: UNLIMITED, otherHosts: [there.origin] } })
  a = await aCompany(t)
  b = await aCompany(t)
  await t.jobs()
})
after(async () => {
  there.close()
  await t.close()
})
const ask = (method: string, url: string, body?: object, token = a.admin.token) =>
  t.call(method, url, { token, ...(body && { body }) })
const runs = async () => (await ask('GET', `/api/v2/feeds/${feed.id}/runs`)).body.data as FeedRun[]
const ended = async () => {
  const [run] = await until(async () => {
    const all = await runs()
    return all[0] && all[0].status !== 'andando' && all
  })
  return run as FeedRun
}
const now = async (body: object = {}) => {
  const r = await ask('POST', `/api/v2/feeds/${feed.id}/run`, body)
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return ended()
}
const csv = (rows: [string, string, string][]) => `código;nome;preço\n${rows.map((r) => r.join(';')).join('\n')}\n`
const many = (n: number, price = '10,00') =>
  Array.from({ length: n }, (_, i): [string, string, string] => [`F-${i + 1}`, `Peça ${i + 1}`, price])
const product = async (code: string) => (await ask('GET', `/api/v2/products/by_code/${code}`)).body.data

test('the address is looked at first, nothing is written; saved and run now, its products are in the catalogue and can be taken back', async () => {
  there.body = csv(many(40))
  const seen = await ask('POST', '/api/v2/feeds/preview', { url: `${there.origin}/lista.csv` })
  assert.deepEqual([seen.status, seen.body.data.counts.new], [200, 40], JSON.stringify(seen.body))
  assert.equal((await ask('GET', '/api/v1/products')).body.total, 0)
  const made = await ask('POST', '/api/v2/feeds', {
    name: 'Lista da fábrica',
    url: `${there.origin}/lista.csv`,
    every_hours: 2,
    retire: 1,
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  feed = made.body.data
  const run = await now()
  assert.deepEqual([run.status, run.created, run.message], ['gravado', 40, '40 produtos criados.'])
  assert.equal((await product('F-7')).name, 'Peça 7')
  const [line] = (await ask('GET', `/api/v2/logs/${a.id}/show_logs?object=sheet`)).body.data
  assert.deepEqual([line.action, line.name], ['import', 'Lista da fábrica'])
  const undone = await ask('POST', `/api/v2/undos/${run.undo_id}`)
  assert.equal(undone.body.data.restored, 40)
  assert.equal((await ask('GET', '/api/v1/products')).body.total, 0)
})
test('every two hours it is fetched by itself; what did not change is not read again (ETag)', async () => {
  there.body = csv(many(41))
  const due = platformTasks.feeds_due
  const before = (await runs()).length
  await due?.run(t.kit)
  assert.equal((await runs()).length, before, 'it is not its turn')
  t.clock.forward(2 * HOUR + 1000)
  await due?.run(t.kit)
  assert.equal((await ended()).status, 'gravado')
  const same = there.same
  t.clock.forward(2 * HOUR + 1000)
  await due?.run(t.kit)
  await due?.run(t.kit)
  assert.deepEqual([(await ended()).status, there.same], ['igual', same + 1])
  assert.equal((await runs()).length, before + 2, 'one run for one turn')
})
test('when too much would vanish or change at once nothing is written and the admins are asked; what they saw is written when they say so', async () => {
  there.body = csv(many(20))
  const run = await now()
  assert.deepEqual([run.status, run.retired], ['espera', 21])
  assert.equal((await product('F-41')).active, 1)
  const notices = (await ask('GET', '/api/v2/notices')).body.data as { word: string; href: string }[]
  assert.deepEqual(
    notices.map((n) => [n.word, n.href]),
    [['conferir', `/dashboard/integrations/catalogo?id=${feed.id}`]],
  )
  // Meanwhile the file has become another: that one nobody has seen.
  there.body = csv(many(15))
  const other = await now({ wanted: run.id })
  assert.deepEqual([other.status, other.retired], ['espera', 26])
  const meant = await now({ wanted: other.id })
  assert.deepEqual([meant.status, meant.retired], ['gravado', 26])
  assert.equal((await product('F-41')).active, 0)
  assert.equal((await product('F-3')).active, 1)
  const again = await ask('POST', `/api/v2/feeds/${feed.id}/run`, { wanted: other.id })
  assert.equal(again.status, 200)
  assert.equal((await ended()).status, 'gravado')
})
test('only what the address brought itself is taken off; a product made by hand stays', async () => {
  const hand = await ask('POST', '/api/v1/products', { name: 'Feita à mão', code: 'H-1', price: '5,00' })
  there.body = csv(many(14))
  const run = await now()
  assert.deepEqual([run.status, run.retired], ['gravado', 1])
  assert.equal((await product('H-1')).active, 1)
  assert.equal((await product('F-15')).active, 0)
  assert.ok(hand.body.data.id)
})
test('a product that the address leaves out and brings again is on sale again; one that the admin switched off is not', async () => {
  const off = async (code: string) =>
    ask('PUT', `/api/v1/products/${(await product(code)).id}`, { active: 0 }).then((r) => assert.equal(r.status, 200))
  const onSale = (codes: string[]) => Promise.all(codes.map(async (code) => (await product(code)).active))
  await off('F-3')
  there.body = csv(many(16))
  const back = await now()
  assert.deepEqual([back.status, back.changed, back.same, back.created], ['gravado', 2, 14, 0])
  assert.deepEqual(await onSale(['F-15', 'F-16', 'F-17', 'F-3']), [1, 1, 0, 0])
  assert.equal((await ask('POST', `/api/v2/undos/${back.undo_id}`)).body.data.restored, 2)
  assert.deepEqual(await onSale(['F-15', 'F-16']), [0, 0])

  there.body = csv(many(17))
  assert.equal((await now()).changed, 1, 'what was taken back stays off')
  assert.deepEqual(await onSale(['F-15', 'F-16', 'F-17']), [0, 0, 1])
  there.body = csv(many(14))
  const gone = await now()
  await ask('POST', `/api/v2/undos/${gone.undo_id}`)
  assert.deepEqual(await onSale(['F-17']), [1])
  await off('F-17')
  there.body = csv(many(18))
  assert.equal((await now()).changed, 1)
  assert.deepEqual(await onSale(['F-17', 'F-18']), [0, 1], 'what an admin put back and took off is the admin’s')
})
test('a row whose code cannot be read takes no product off sale', async () => {
  there.body = csv(many(18))
  await now()
  for (const code of ['#N/D', '=A2&"-1"']) {
    there.body = csv(many(18).with(4, [code, 'Peça 5', '10,00']))
    const run = await now()
    assert.deepEqual([run.status, run.refused, run.retired, (await product('F-5')).active], ['gravado', 1, 0, 1], code)
    there.body = csv(many(18))
    await now()
  }
  // Negative control: a line without a code, as a total, names no product.
  there.body = `${csv(many(18).toSpliced(4, 1))};Total;170,00\n`
  const run = await now()
  assert.deepEqual([run.status, run.refused, run.retired], ['gravado', 1, 1])
  assert.equal((await product('F-5')).active, 0)
})
test('rows that cannot be read are left out and said; a file that is none, an address that is gone and one that leads inside write nothing', async () => {
  there.body = `${csv(many(14))}F-90;Sem preço certo;abc\n`
  const run = await now()
  assert.deepEqual([run.status, run.refused, run.issues[0]?.column], ['gravado', 1, 'Preço'])
  const before = (await ask('GET', '/api/v1/products?limit=100')).body.total
  there.body = '%PDF-1.7 nada'
  assert.match((await now()).message, /PDF/)
  there.status = 404
  assert.equal((await now()).message, 'O endereço respondeu 404.')
  there.status = 302
  there.headers = { location: 'http://169.254.169.254/latest' }
  assert.equal((await now()).message, 'O endereço não é público.')
  there.headers = { location: `${there.origin}/de-novo` }
  assert.equal((await now()).message, 'O endereço leva a outros sem parar.')
  const off = (await ask('GET', '/api/v2/feeds')).body.data[0] as Feed
  assert.deepEqual([String(off.active), off.problem], ['1', ''])
  assert.equal((await now()).status, 'falhou')
  const stopped = (await ask('GET', '/api/v2/feeds')).body.data[0] as Feed
  assert.deepEqual([String(stopped.active), stopped.problem], ['0', 'O endereço leva a outros sem parar.'])
  assert.equal((await ask('GET', '/api/v1/products?limit=100')).body.total, before)
  Object.assign(there, { status: 200, headers: {} })
  await ask('PUT', `/api/v2/feeds/${feed.id}`, { active: 1 })
})
test('XML as shops and ERPs write it: the element that repeats is a row, names are recognised or chosen', async () => {
  there.type = 'application/xml'
  there.body = `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Loja</title>
    <item><g:id>X-1</g:id><title>Vaso &amp; prato</title><g:price>25.00 BRL</g:price><material>Barro</material></item>
    <item><g:id>X-2</g:id><title><![CDATA[Cuia <grande>]]></title><g:price>7.50 BRL</g:price><material>Cabaça</material></item>
    </channel></rss>`
  const url = `${there.origin}/feed.xml`
  const seen = await ask('POST', '/api/v2/feeds/preview', { url, columns: { material: 'additional_text' } })
  assert.deepEqual([seen.body.data.file.what, seen.body.data.counts.new], ['xml', 2], JSON.stringify(seen.body))
  const saved = await ask('PUT', `/api/v2/feeds/${feed.id}`, {
    url,
    columns: { material: 'additional_text' },
    retire: 0,
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.equal((await now()).created, 2)
  const [one, two] = [await product('X-1'), await product('X-2')]
  assert.deepEqual([one.name, one.price, one.additional_text], ['Vaso & prato', '25,00', 'Barro'])
  assert.deepEqual([two.name, two.price], ['Cuia <grande>', '7,50'])
  there.body = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><x><p><codigo>&a;</codigo><nome>N</nome><preco>1</preco></p></x>`
  assert.equal((await now()).status, 'falhou')
})
test('products of an XML are its rows, also where their variations are more, and where they stand in departments', async () => {
  const codes = async (body: string) => {
    there.body = body
    const seen = await ask('POST', '/api/v2/feeds/preview', { url: `${there.origin}/feed.xml` })
    assert.equal(seen.status, 200, JSON.stringify(seen.body))
    return seen.body.data.rows.map((r: { code: string; name: string }) => `${r.code} ${r.name}`)
  }
  const item = (code: string, name: string) => `<codigo>${code}</codigo><nome>${name}</nome><preco>9,00</preco>`
  const varied = ['P', 'M', 'G'].map((size) => `<variacao>${item(`A${size}`, size)}<estoque>4</estoque></variacao>`)
  const product = `<produto>${item('A', 'Camisa')}<variacoes>${varied.join('')}</variacoes></produto>`
  assert.deepEqual(await codes(`<loja>${product}<produto>${item('B', 'Calça')}</produto></loja>`), [
    'A Camisa',
    'B Calça',
  ])
  assert.deepEqual(
    await codes(`<loja><departamento codigo="1" nome="Roupa"><produto>${item('A', 'Camisa')}</produto></departamento>
      <departamento codigo="2" nome="Casa"><produto>${item('B', 'Vaso')}</produto></departamento></loja>`),
    ['A Camisa', 'B Vaso'],
  )
})
test('what is changed while a run reads the file holds at the next one, although the file is the same', async () => {
  there.body = `<produtos><produto><codigo>X-3</codigo><nome>Gamela</nome><preco>9,00</preco><material>Pau-brasil</material></produto>
    <produto><codigo>X-4</codigo><nome>Pilão</nome><preco>8,00</preco><material>Ipê</material></produto></produtos>`
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  there.held = promise
  const before = there.asked
  assert.equal((await ask('POST', `/api/v2/feeds/${feed.id}/run`, {})).status, 200)
  await until(async () => there.asked > before)
  const changed = await ask('PUT', `/api/v2/feeds/${feed.id}`, { columns: { material: 'description' } })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  answer()
  assert.equal((await ended()).created, 2)
  there.held = undefined
  assert.equal((await product('X-3')).description, '')
  assert.equal((await now()).changed, 2)
  assert.equal((await product('X-3')).description, 'Pau-brasil')
  assert.equal((await now()).status, 'igual')
})
test('refused: an inside address, both or no hours, a share beyond all; other roles and another company', async () => {
  const good = { name: 'X', url: `${there.origin}/x`, every_hours: 24 }
  for (const [body, field] of [
    [{ ...good, url: 'https://10.0.0.1/x' }, 'url'],
    [{ ...good, at_hour: 3 }, 'every_hours'],
    [{ ...good, every_hours: 5 }, 'every_hours'],
    [{ ...good, percent: 101 }, 'percent'],
  ] as const) {
    const r = await ask('POST', '/api/v2/feeds', body)
    assert.deepEqual([r.status, Object.keys(r.body.errors ?? {})], [422, [field]], JSON.stringify(body))
  }
  const url = `/api/v2/feeds/${feed.id}`
  for (const [method, path] of [
    ['PUT', url],
    ['DELETE', url],
    ['POST', `${url}/run`],
    ['GET', `${url}/runs`],
  ] as const) {
    assert.equal((await ask(method, path, method === 'GET' ? undefined : {}, b.admin.token)).status, 404, path)
    assert.equal((await ask(method, path, method === 'GET' ? undefined : {}, a.seller.token)).status, 403, path)
  }
  assert.deepEqual((await ask('GET', '/api/v2/feeds', undefined, b.admin.token)).body.data, [])
  assert.equal((await ask('DELETE', url)).status, 200)
  assert.equal((await ask('GET', `${url}/runs`)).status, 404)
})
test('an hour of the day is the company’s, and a share of few products asks nobody', () => {
  const at = new Date('2026-11-21T12:30:00Z')
  const daily = { every_hours: null, at_hour: 6 }
  assert.equal(nextRun(daily, 'America/Sao_Paulo', at).toISOString(), '2026-11-22T09:00:00.000Z')
  assert.equal(
    nextRun({ every_hours: 6, at_hour: null }, 'America/Sao_Paulo', at).toISOString(),
    '2026-11-21T18:30:00.000Z',
  )
  const found = { changed: 0, retired: 0, refused: 0, rows: 100, existing: 100 }
  assert.equal(tooMuch({ ...found, changed: 21 }, 20), true)
  assert.equal(tooMuch({ ...found, changed: 20 }, 20), false)
  assert.equal(tooMuch({ ...found, retired: 9, existing: 9 }, 20), false)
  assert.equal(tooMuch({ ...found, refused: 51 }, 20), true)
})
test('a run that a clock ahead planned is planned again, by the hour and by the hours', async () => {
  const c = await aCompany(t)
  there.body = csv(many(1))
  const at = t.clock.now()
  const { token } = c.admin
  for (const schedule of [{ at_hour: 6 }, { every_hours: 12 }]) {
    const body = { name: 'Lista', url: `${there.origin}/x.csv`, ...schedule }
    assert.equal((await ask('POST', '/api/v2/feeds', body, token)).status, 200)
  }
  const planned = async () =>
    (await t.owner.query('select next_at from feeds where company_id = $1 order by id', [c.id])).rows.map((r) =>
      r.next_at.toISOString(),
    )
  const due = () => platformTasks.feeds_due?.run(t.kit) as Promise<void>
  const right = await planned()
  await due()
  assert.deepEqual(await planned(), right, 'negative control: what the clock planned well stays')
  // Ahead by 40 days, and by so little that the daily run misses one.
  for (const ahead of [40 * 24 * HOUR, Date.parse(right[0] as string) - at.getTime() + HOUR]) {
    t.clock.set(new Date(at.getTime() + ahead).toISOString())
    await due()
    assert.ok((await planned()).every((p, i) => p > (right[i] as string)) || ahead < 24 * HOUR)
    t.clock.set(at.toISOString())
    await due()
    assert.deepEqual(await planned(), right)
  }
})
