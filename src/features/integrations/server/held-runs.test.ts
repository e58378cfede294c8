// Runs that would take price, stock or visibility from too many products: nothing is written, the admin reads the figures
// and applies or discards.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { counts, type Shown, startWithErps } from '../../../../test/erp_kit.ts'
import type { Row } from '../../../../test/erp_shapes.ts'
import { aPerson, aProduct, type Company, until } from '../../../../test/kit.ts'
import { platformTasks } from './run.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
})
beforeEach(() => {
  k.erp.fault = null
  k.erp.omie.families = []
})
after(async () => {
  const { rows } = await k.t.owner.query('select count(*)::int as n from sync_pages')
  assert.equal(rows[0].n, 0, 'pages of runs that ended are left')
  await k.close()
})

/** So many products of Omie with price and pieces. */
function shelf(n: number): void {
  k.erp.omie.products = Array.from({ length: n }, (_, i) => ({
    codigo_produto: i + 1,
    codigo: `H-${i + 1}`,
    descricao: `Vaso ${i + 1}`,
    valor_unitario: 10,
    inativo: 'N',
  }))
  k.erp.omie.stock = k.erp.omie.products.map((p) => ({ nCodProd: p.codigo_produto, fisico: 5, reservado: 0 }))
}
async function linked(n: number) {
  shelf(n)
  const made = await k.linked('omie')
  await k.alone(made.c)
  assert.deepEqual(counts(await k.update(made.c, 'omie', made.id)), ['pronto', 'full', n, n, 0, 0])
  return made
}
/** Changes the first products there: each kind of loss. */
const LOSE: Record<string, (from: number, to: number) => void> = {
  price: (from, to) => each(k.erp.omie.products, from, to, { valor_unitario: 0 }),
  stock: (from, to) => each(k.erp.omie.stock, from, to, { fisico: 0 }),
  visibility: (from, to) => each(k.erp.omie.products, from, to, { inativo: 'S' }),
}
const each = (rows: Row[], from: number, to: number, more: Row) => {
  for (const r of rows.slice(from, to)) Object.assign(r, more, { _changed: k.soon(0) })
}
const whole = (c: Company, id: number) => {
  k.soon(61)
  return k.update(c, 'omie', id, { alltime: 1 })
}
const decide = (c: Company, id: number, run: Shown, how: 'apply' | 'discard', token = c.admin.token) =>
  k.t.call('POST', `/api/v2/integration/${id}/runs/${run.id}/${how}`, { token })
const applied = async (c: Company, id: number, run: Shown) => {
  const r = await decide(c, id, run, 'apply')
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return k.rests(c, id, r.body.data.id)
}
const mails = async (c: Company) =>
  (
    await k.t.owner.query("select params from mails where company_id = $1 and template = 'run_held' order by id", [
      c.id,
    ])
  ).rows.map((r) => r.params)

for (const kind of Object.keys(LOSE))
  test(`a run that would take ${kind} from more than a fifth writes nothing and says so`, async () => {
    const { c, id } = await linked(100)
    const before = await k.stored(c)
    LOSE[kind]?.(0, 30)
    // What else came with it waits as well.
    each(k.erp.omie.products, 90, 91, { descricao: 'Vaso azul' })
    const run = await whole(c, id)
    const losses = { price: 0, stock: 0, visibility: 0, [kind]: 30, products: 30, of: 100 }
    assert.deepEqual([run.status, run.losses], ['retido', losses])
    assert.deepEqual(await k.stored(c), before)
    const text = Object.fromEntries(Object.entries(losses).map(([name, n]) => [name, String(n)]))
    const [{ href, ...params }] = await mails(c)
    assert.deepEqual(params, { system: 'Omie', ...text })
    assert.match(href, new RegExp(`/dashboard/integrations\\?id=${id}$`))
    // The next one finds the same, and nobody is told twice.
    assert.equal((await whole(c, id)).status, 'retido')
    assert.equal((await mails(c)).length, 1)
  })
test('a run whose link is switched off meanwhile writes nothing more', async () => {
  const { c, id } = await linked(100)
  const before = await k.stored(c)
  each(k.erp.omie.products, 0, 100, { descricao: 'Vaso azul' })
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  let reached = false
  k.erp.fault = (a) => {
    if (a.path !== '/estoque/consulta/') return undefined
    reached = true
    return { held: promise }
  }
  k.soon(61)
  const run = (await k.ask(c, 'omie', id, { alltime: 1 })).body.data.id
  await until(async () => reached)
  const off = await k.t.call('POST', `/api/v2/integration/${id}`, {
    token: c.admin.token,
    body: { status: 'inactive' },
  })
  assert.equal(off.status, 200, JSON.stringify(off.body))
  answer()
  const ended = await k.rests(c, id, run)
  assert.deepEqual([ended.status, ended.message], ['falhou', 'A integração foi desligada.'])
  assert.deepEqual(await k.stored(c), before)
})
test('the admins read of a held run in their notices, also without an address for mails', async () => {
  const { c, id } = await linked(100)
  await k.t.owner.query("update companies set orders_email = '' where id = $1", [c.id])
  const notices = async (token: string) =>
    ((await k.t.call('GET', '/api/v2/notices', { token })).body.data as { word: string; href: string }[]).map((n) => [
      n.word,
      n.href,
    ])
  assert.deepEqual(await notices(c.admin.token), [])
  LOSE.price?.(0, 30)
  assert.equal((await whole(c, id)).status, 'retido')
  assert.deepEqual(await mails(c), [])
  const said = [['conferir', `/dashboard/integrations?id=${id}`]]
  assert.deepEqual(await notices(c.admin.token), said)
  assert.equal((await whole(c, id)).status, 'retido')
  assert.deepEqual(await notices(c.admin.token), said)
  assert.deepEqual(await notices(c.seller.token), [])
})
test('products that are gone there count as losses of visibility', async () => {
  const { c, id } = await linked(100)
  k.erp.omie.products.length = 70
  const run = await whole(c, id)
  assert.deepEqual([run.status, run.losses], ['retido', { price: 0, stock: 0, visibility: 30, products: 30, of: 100 }])
  assert.equal((await k.stored(c)).filter((r) => r.active).length, 100)
  assert.deepEqual(counts(await applied(c, id, run)), ['pronto', 'full', 70, 0, 0, 30])
  assert.equal((await k.stored(c)).filter((r) => r.active).length, 70)
})
test('a product counts once, whatever it would lose; others of another kind count too', async () => {
  const { c, id } = await linked(100)
  for (const lose of Object.values(LOSE)) lose(0, 15)
  assert.deepEqual(counts(await whole(c, id)), ['pronto', 'full', 100, 0, 15, 0])
  const other = await linked(100)
  LOSE.price?.(0, 12)
  LOSE.stock?.(12, 24)
  const run = await whole(other.c, other.id)
  assert.deepEqual(run.losses, { price: 12, stock: 12, visibility: 0, products: 24, of: 100 })
})
test('negative control: up to twenty products, or a fifth of them, are taken without asking', async () => {
  for (const [lost, all] of [
    [20, 100],
    [21, 105],
    [20, 20],
    [20, 21],
  ] as const) {
    const { c, id } = await linked(all)
    LOSE.price?.(0, lost)
    assert.equal((await whole(c, id)).status, 'pronto', `${lost} of ${all}`)
    assert.equal((await k.stored(c)).filter((r) => r.price === null).length, lost)
  }
  for (const [lost, all] of [
    [21, 100],
    [22, 105],
    [21, 21],
  ] as const) {
    const { c, id } = await linked(all)
    LOSE.price?.(0, lost)
    assert.equal((await whole(c, id)).status, 'retido', `${lost} of ${all}`)
  }
})
test('applied all the same, it reads again and writes what is there by then', async () => {
  const { c, id } = await linked(100)
  LOSE.price?.(0, 30)
  const run = await whole(c, id)
  // Two have their price back meanwhile, and one more was renamed.
  each(k.erp.omie.products, 0, 2, { valor_unitario: 11 })
  each(k.erp.omie.products, 99, 100, { descricao: 'Vaso azul' })
  assert.deepEqual(counts(await applied(c, id, run)), ['pronto', 'full', 100, 0, 31, 0])
  const rows = new Map((await k.stored(c)).map((r) => [r.code, r]))
  assert.deepEqual([rows.get('H-1')?.price, rows.get('H-3')?.price, rows.get('H-100')?.name], [1100, null, 'Vaso azul'])
  const logs = await k.t.call('GET', `/api/v2/logs/${c.id}/show_logs?integration_id=${id}`, { token: c.admin.token })
  const [acted] = logs.body.data.filter((l: { changes: object }) => 'held' in l.changes)
  assert.deepEqual(acted.changes, { held: [null, 'aplicada'], products: [null, 30] })
})
test('what is applied may not take much more than the admin was shown', async () => {
  const { c, id } = await linked(100)
  LOSE.price?.(0, 30)
  const run = await whole(c, id)
  LOSE.price?.(30, 100)
  const again = await applied(c, id, run)
  assert.deepEqual([again.status, again.losses?.products], ['retido', 100])
  assert.ok((await k.stored(c)).every((r) => r.price === 1000))
  // With these figures before her, the admin may.
  assert.equal((await applied(c, id, again)).status, 'pronto')
  assert.ok((await k.stored(c)).every((r) => r.price === null))
})
test('a held run is decided once, also by two presses at the same moment', async () => {
  const { c, id } = await linked(100)
  LOSE.stock?.(0, 30)
  const run = await whole(c, id)
  const pressed = await Promise.all([1, 2, 3, 4].map(() => decide(c, id, run, 'apply')))
  assert.deepEqual(
    pressed.map((r) => r.status).toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  )
  const started = pressed.find((r) => r.status === 200)?.body.data.id as number
  assert.equal((await k.rests(c, id, started)).status, 'pronto')
  for (const how of ['apply', 'discard'] as const) assert.equal((await decide(c, id, run, how)).status, 409)
})
test('discarded, nothing changes here and the next run reads again', async () => {
  const { c, id } = await linked(100)
  LOSE.price?.(0, 30)
  const run = await whole(c, id)
  const r = await decide(c, id, run, 'discard')
  assert.deepEqual([r.status, r.body.data.status], [200, 'descartado'])
  for (const how of ['apply', 'discard'] as const) assert.equal((await decide(c, id, run, how)).status, 409)
  assert.ok((await k.stored(c)).every((p) => p.price === 1000))
  // It was a mistake there, and is mended.
  each(k.erp.omie.products, 0, 30, { valor_unitario: 12 })
  assert.deepEqual(counts(await whole(c, id)), ['pronto', 'full', 100, 0, 30, 0])
})
test('a later run takes the place of a held one, which can be applied no more', async () => {
  const { c, id } = await linked(100)
  LOSE.price?.(0, 30)
  const run = await whole(c, id)
  each(k.erp.omie.products, 0, 30, { valor_unitario: 10 })
  assert.equal((await whole(c, id)).status, 'pronto')
  const late = await decide(c, id, run, 'apply')
  assert.deepEqual([late.status, late.body.code], [409, 'conflict'])
})
test('a dated run that was held forgets nothing: the next finds the same changes', async () => {
  const { c, id } = await linked(100)
  k.soon(10)
  LOSE.price?.(0, 30)
  k.soon(10)
  const first = await k.update(c, 'omie', id)
  assert.deepEqual([first.mode, first.status, first.losses?.products], ['delta', 'retido', 30])
  k.soon(40)
  const second = await k.update(c, 'omie', id)
  assert.deepEqual([second.mode, second.status, second.losses?.products], ['delta', 'retido', 30])
  const done = await applied(c, id, second)
  assert.deepEqual([done.mode, done.status, done.changed], ['delta', 'pronto', 30])
})
test('only the company’s own admin decides', async () => {
  const { c, id } = await linked(100)
  LOSE.price?.(0, 30)
  const run = await whole(c, id)
  const other = (await k.linked('tagplus')).c
  for (const how of ['apply', 'discard'] as const) {
    assert.equal((await decide(c, id, run, how, other.admin.token)).status, 404)
    const person = await aPerson(k.t, c.id, 3)
    for (const token of [c.seller.token, person.token]) assert.equal((await decide(c, id, run, how, token)).status, 403)
  }
  assert.equal((await k.runs(c, id))[0]?.status, 'retido')
  await k.t.call('POST', `/api/v2/integration/${id}`, { token: c.admin.token, body: { status: 'inactive' } })
  assert.equal((await decide(c, id, run, 'apply')).body.code, 'integration_off')
})
test('the clock asks again after half an hour, after six hours for a whole walk', async () => {
  const { c, id } = await linked(100)
  LOSE.price?.(0, 30)
  const newest = async () => (await k.runs(c, id))[0] as Shown
  /** Whether the watch begins a run after so many minutes; it is awaited. */
  const turn = async (minutes: number) => {
    const { id: before } = await newest()
    k.soon(minutes)
    await platformTasks.sync_watch?.run(k.t.kit)
    const now = await until(async () => !['andando', 'espera'].includes((await newest()).status) && (await newest()))
    return now.id !== before && [now.mode, now.status]
  }
  const first = await k.update(c, 'omie', id)
  assert.deepEqual([first.mode, first.status], ['delta', 'retido'])
  assert.equal(await turn(29), false)
  assert.deepEqual(await turn(2), ['delta', 'retido'])
  assert.equal((await whole(c, id)).status, 'retido')
  await k.t.owner.query('update integrations set full_at = null where id = $1', [id])
  assert.equal(await turn(31), false)
  assert.equal(await turn(300), false)
  assert.deepEqual(await turn(30), ['full', 'retido'])
})
test('products of the company that would become the ERP’s are asked for too', async () => {
  shelf(30)
  LOSE.stock?.(0, 30)
  const { c, id } = await k.linked('omie')
  await k.alone(c)
  for (let n = 1; n <= 30; n++) await aProduct(k.t, c, { name: `Peça ${n}`, code: `h-${n}`, price: '5,00' })
  const before = await k.stored(c)
  const run = await k.update(c, 'omie', id)
  assert.deepEqual([run.status, run.losses], ['retido', { price: 0, stock: 30, visibility: 0, products: 30, of: 30 }])
  assert.deepEqual(await k.stored(c), before)
})
test('a narrower filter that would empty the catalogue asks first; a wider one does not', async () => {
  k.erp.omie.families = [77, 88].map((codigo) => ({ codigo, nomeFamilia: `Família ${codigo}` }))
  shelf(60)
  for (const [n, p] of k.erp.omie.products.entries()) p.codigo_familia = n < 30 ? 77 : 88
  const { c, id } = await k.linked('omie')
  await k.alone(c)
  const filter = (word: string | null) =>
    k.t.call('POST', `/api/v2/integration/${id}`, { token: c.admin.token, body: { filter: word } })
  await filter('77')
  assert.deepEqual(counts(await k.update(c, 'omie', id)), ['pronto', 'full', 30, 30, 0, 0])
  await filter(null)
  assert.deepEqual(counts(await whole(c, id)), ['pronto', 'full', 60, 30, 0, 0])
  await filter('88')
  const run = await whole(c, id)
  assert.deepEqual([run.status, run.losses?.visibility], ['retido', 30])
  assert.deepEqual(counts(await applied(c, id, run)), ['pronto', 'full', 30, 0, 0, 30])
})
test('a server that dies while pages wait or are written goes on without losing or doubling any', async () => {
  const { c, id } = await linked(450)
  for (const p of k.erp.omie.products) p.descricao = `${String(p.descricao)} novo`
  // The last page of the walk fails for a while.
  const fault = JSON.stringify({ faultstring: 'ERROR: Tente novamente em 60 segundos.', faultcode: 'MISUSE' })
  k.erp.fault = (a) => (/"nPagina":9\b/.test(a.body) ? { status: 425, body: fault } : undefined)
  const waiting = await whole(c, id)
  assert.equal(waiting.status, 'espera')
  assert.ok(
    (await k.stored(c)).every((r) => !r.name.endsWith('novo')),
    'written before all was read',
  )
  k.erp.fault = null
  const dead = (cursor: string) =>
    k.t.owner.query(
      `update sync_runs set status = 'andando', resume_at = null, lease = 'servidor morto', heartbeat_at = $2 ${cursor}
        where company_id = $1 and id = $3`,
      [c.id, k.t.clock.now(), waiting.id],
    )
  await dead('')
  k.soon(6)
  await platformTasks.sync_watch?.run(k.t.kit)
  const done = await until(async () => (await k.runs(c, id)).find((r) => r.id === waiting.id && r.status === 'pronto'))
  assert.deepEqual(counts(done), ['pronto', 'full', 450, 0, 450, 0])
  assert.ok((await k.stored(c)).every((r) => r.name.endsWith('novo')))
})
test('a link that is removed while its pages wait leaves none of them', async () => {
  const { c, id } = await linked(100)
  const fault = JSON.stringify({ faultstring: 'ERROR: Tente novamente em 1789 segundos.', faultcode: 'MISUSE' })
  k.erp.fault = (a) => (a.path === '/estoque/consulta/' ? { status: 425, body: fault } : undefined)
  assert.equal((await whole(c, id)).status, 'espera')
  const pages = async () =>
    Number((await k.t.owner.query('select count(*) from sync_pages where company_id = $1', [c.id])).rows[0].count)
  assert.ok((await pages()) > 0)
  await k.t.call('DELETE', `/api/v2/integration/${id}`, { token: c.admin.token })
  assert.equal(await pages(), 0)
})
