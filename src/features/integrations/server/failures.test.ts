import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Shown, startWithErps } from '../../../../test/erp_kit.ts'
import { aCompany, type Company, until, untilIdle } from '../../../../test/kit.ts'
import type { Fault } from '../../../../test/erp_shapes.ts'
import { KEYS } from '../../../../test/erp_simulator.ts'
import { download } from './download.ts'
import { centsOf, gtinOf, nameOf, piecesOf, wordsOf } from './erp/values.ts'
import { platformTasks } from './run.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
let t: typeof k.t
let erp: typeof k.erp
before(async () => {
  k = await startWithErps()
  ;({ t, erp } = k)
})
beforeEach(() => {
  erp.fault = null
  erp.journal.length = 0
  erp.omie.families = []
  erp.omie.products = Array.from({ length: 450 }, (_, i) => ({
    codigo_produto: i + 1,
    codigo: `F-${i + 1}`,
    descricao: `Fruteira ${i + 1}`,
    valor_unitario: 20,
  }))
  erp.omie.stock = []
})
after(() => k.close())
async function linked() {
  const made = await k.linked('omie')
  await k.alone(made.c)
  return made
}
const ask = (c: Company, id: number, more: object = {}) => k.ask(c, 'omie', id, more)
const last = async (c: Company, id: number) => (await k.runs(c, id))[0] as Shown
const rests = (c: Company, id: number) => k.rests(c, id)
const how = (r: Shown) => [r.status, r.seen, r.created]
const update = (c: Company, id: number) => k.update(c, 'omie', id)
const watch = async (minutes: number) => {
  t.clock.forward(minutes * 60_000)
  await platformTasks.sync_watch?.run(t.kit)
}
const fault = (faultcode: string, faultstring: string, status = 500): Fault => ({
  status,
  body: JSON.stringify({ faultstring: `ERROR: ${faultstring}`, faultcode }),
})
const pagesAsked = () =>
  erp.journal
    .filter((a) => a.path === '/geral/produtos/')
    .map((a) => (JSON.parse(a.body).param[0] as { pagina: number }).pagina)
/** The n-th request for products fails like this, the others pass. */
const once = (which: number, f: Fault) => {
  let n = 0
  erp.fault = (a) => (a.path === '/geral/produtos/' && ++n === which ? f : undefined)
}

test('what goes wrong once on the way is tried again, and nothing is lost or doubled', async () => {
  const faults: Fault[] = [
    { cut: true },
    { status: 502, body: '<html>Bad gateway</html>' },
    { body: '' },
    { body: '{"pagina":2,"total_de_paginas":3,"produto_serv' },
    fault('SOAP-ENV:Client', 'SOAP-ERROR: Broken response from Application Server (4)'),
    fault('SOAP-ENV:Client-6', 'Consumo redundante detectado. Aguarde 16 segundos para tentar novamente (REDUNDANT).'),
    fault(
      'SOAP-ENV:Client-1880',
      'Já existe uma requisição desse método sendo executada e você pode tentar novamente em alguns instantes. (1)',
    ),
    { status: 429, body: 'Too many requests' },
    { status: 302, body: '' },
  ]
  for (const f of faults) {
    const { c, id } = await linked()
    once(2, f)
    assert.deepEqual(how(await update(c, id)), ['pronto', 450, 450], JSON.stringify(f))
    assert.deepEqual(pagesAsked(), [1, 2, 2, 3], JSON.stringify(f))
    erp.journal.length = 0
  }
})
test('an Omie that lets the whole time pass is asked once and comes back by the clock, at the page where it stood', async () => {
  const { c, id } = await linked()
  once(2, { held: new Promise(() => {}) })
  const waiting = await k.hurried(() => update(c, id))
  assert.deepEqual(
    [...how(waiting), waiting.message, pagesAsked()],
    ['espera', 200, 200, 'O Omie não respondeu. Tentamos de novo daqui a pouco.', [1, 2]],
  )
  await watch(16)
  await until(async () => (await last(c, id)).status === 'pronto')
  assert.deepEqual(
    [how(await last(c, id)), pagesAsked()],
    [
      ['pronto', 450, 450],
      [1, 2, 2, 3],
    ],
  )
})
test('an empty account, and a list that ends early, are no failure; a fault of ours ends the run with its sentence', async () => {
  const { c, id } = await linked()
  erp.omie.products = []
  assert.deepEqual(how(await update(c, id)), ['pronto', 0, 0])
  erp.fault = () => fault('SOAP-ENV:Client-8', 'Tag [PAGINAS] não faz parte da estrutura do tipo complexo.')
  const run = await update(c, id)
  assert.deepEqual(
    [run.status, run.message],
    ['falhou', 'O Omie não aceitou a consulta: Tag [PAGINAS] não faz parte da estrutura do tipo complexo.'],
  )
})
test('photos of what was read before a run failed come all the same', async () => {
  const { c, id } = await linked()
  Object.assign(erp.omie.products[0] as object, { imagens: [{ url_imagem: `${erp.origin}/fotos/a.jpg` }] })
  once(3, fault('SOAP-ENV:Client-8', 'Tag [PAGINAS] não faz parte da estrutura do tipo complexo.'))
  assert.deepEqual(how(await update(c, id)), ['falhou', 400, 400])
  await until(async () => (await k.products(c)).get('F-1')?.foto1)
})
test('a blocked key waits as long as Omie says and goes on at the page where it stood', async () => {
  const { c, id } = await linked()
  once(3, fault('MISUSE_API_PROCESS', 'API bloqueada por consumo indevido. Tente novamente em 1678 segundos.', 425))
  const waiting = await update(c, id)
  assert.deepEqual(
    [...how(waiting), waiting.message],
    ['espera', 400, 400, 'O Omie bloqueou as consultas por um tempo. Voltamos sozinhos.'],
  )
  const again = await ask(c, id)
  assert.deepEqual([again.status, again.body.code], [409, 'sync_running'])
  await watch(20)
  assert.equal((await last(c, id)).status, 'espera')
  await watch(9)
  assert.deepEqual(how(await until(async () => (await last(c, id)).status === 'pronto' && (await last(c, id)))), [
    'pronto',
    450,
    450,
  ])
  assert.deepEqual(pagesAsked(), [1, 2, 3, 3])
})
test('an Omie that is away is tried three times within the minute, then every quarter of an hour, and given up after two hours with a sentence', async () => {
  const { c, id } = await linked()
  erp.fault = () => ({ cut: true })
  const waiting = await update(c, id)
  assert.deepEqual(
    [waiting.status, waiting.message],
    ['espera', 'O Omie não respondeu. Tentamos de novo daqui a pouco.'],
  )
  assert.equal(erp.journal.length, 5)
  for (let n = 0; n < 11; n++) {
    const before = erp.journal.length
    await watch(n < 3 ? 1 / 3 : 16)
    await until(async () => erp.journal.length === before + 5 && (await last(c, id)).status !== 'andando')
  }
  assert.equal((await last(c, id)).status, 'falhou')
  // Nothing was written, and the next turn begins from the beginning.
  erp.fault = null
  assert.deepEqual(how(await update(c, id)), ['pronto', 450, 450])
})
test('a refused key stops the link until there is a new one, and says what Omie said', async () => {
  const { c, id } = await linked()
  await t.call('POST', `/api/v2/integration/${id}`, {
    token: c.admin.token,
    body: { additional_field_1: 'segredo-velho' },
  })
  const run = await update(c, id)
  assert.deepEqual(
    [run.status, run.message],
    ['falhou', 'O Omie recusou a chave: A chave de acesso está inválida ou o aplicativo está suspenso.'],
  )
  const shown = async () =>
    (await t.call('GET', `/api/v2/integration/${id}`, { token: c.admin.token })).body.data.problem as string
  assert.equal(await shown(), run.message)
  assert.equal(erp.journal.length, 1, 'a key that is refused is not tried again')
  // The company is told once, not at every try.
  await update(c, id)
  const told = await t.owner.query("select params from mails where company_id = $1 and template = 'link_stopped'", [
    c.id,
  ])
  assert.deepEqual(
    told.rows.map((r) => [r.params.system, r.params.problem]),
    [['Omie', run.message]],
  )
  // Blanks around a pasted key are no part of it.
  await t.call('POST', `/api/v2/integration/${id}`, {
    token: c.admin.token,
    body: { additional_field_1: ` ${KEYS.omie.additional_field_1}\n` },
  })
  assert.equal(await shown(), '')
  assert.deepEqual(how(await update(c, id)), ['pronto', 450, 450])
  const live = await t.call('POST', '/api/v1/integration/omie/get_accounts', {
    token: c.admin.token,
    body: { integration_id: id },
  })
  assert.equal(live.status, 200)
  erp.fault = () => ({ cut: true })
  const silent = await t.call('POST', '/api/v1/integration/omie/get_accounts', {
    token: c.admin.token,
    body: { integration_id: id },
  })
  assert.deepEqual([silent.status, silent.body.message], [502, 'O Omie não respondeu. Tentamos de novo daqui a pouco.'])
})
test('a server that dies between two pages: the run is left alone for five minutes, then goes on without asking a page twice', async () => {
  const { c, id } = await linked()
  once(2, fault('MISUSE_API_PROCESS', 'API bloqueada por consumo indevido. Tente novamente em 60 segundos.', 425))
  assert.equal((await update(c, id)).status, 'espera')
  await t.owner.query(
    "update sync_runs set status = 'andando', resume_at = null, lease = 'servidor morto', heartbeat_at = $2 where company_id = $1",
    [c.id, t.clock.now()],
  )
  await watch(4)
  await untilIdle(t)
  assert.deepEqual(how(await last(c, id)), ['andando', 200, 200])
  await watch(2)
  assert.deepEqual(how(await rests(c, id)), ['pronto', 450, 450])
  assert.deepEqual(pagesAsked(), [1, 2, 2, 3])
})
test('a step that comes five times, and a link taken away meanwhile, write nothing twice or too late', async () => {
  const { c, id } = await linked()
  erp.fault = (a) => (a.path === '/geral/produtos/' ? { late: 60 } : undefined)
  erp.fault = null
  const r = await ask(c, id)
  await t.owner.query("select set_config('app.company_id', $1, false)", [String(c.id)])
  for (let n = 0; n < 5; n++)
    await t.owner.query(
      "select graphile_worker.add_job('sync_step', json_build_object('run', $1::int, 'company_id', $2::int))",
      [r.body.data.id, c.id],
    )
  assert.deepEqual(how(await rests(c, id)), ['pronto', 450, 450])
  const other = await linked()
  erp.fault = (a) =>
    a.path === '/geral/produtos/'
      ? {
          late: 250,
          body: JSON.stringify({ pagina: 1, total_de_paginas: 1, produto_servico_cadastro: erp.omie.products }),
        }
      : undefined
  await ask(other.c, other.id)
  await until(async () => erp.journal.some((a) => a.path === '/geral/produtos/' && a.body.includes('"pagina":1')))
  await t.call('DELETE', `/api/v2/integration/${other.id}`, { token: other.c.admin.token })
  await untilIdle(t)
  assert.equal(
    Number((await t.owner.query('select count(*) from products where company_id = $1', [other.c.id])).rows[0].count),
    0,
  )
})
test('everything anew is allowed once an hour; another company’s link makes no call at all', async () => {
  const { c, id } = await linked()
  await k.update(c, 'omie', id, { alltime: 1 })
  const twice = await ask(c, id, { alltime: 1 })
  assert.deepEqual([twice.status, twice.body.message], [429, 'Tudo de novo só uma vez por hora. Tente em 60 minutos.'])
  const other = await aCompany(t)
  const before = erp.journal.length
  for (const url of [
    '/api/v1/integration/omie/update_products',
    '/api/v1/integration/omie/get_categories',
    '/api/v1/integration/omie/get_accounts',
  ])
    assert.equal((await t.call('POST', url, { token: other.admin.token, body: { integration_id: id } })).status, 404)
  const theirs = await t.call('POST', '/api/v2/integracao/sankhya/update_products', {
    token: other.admin.token,
    body: { company_id: c.id, integration_id: id },
  })
  assert.equal(theirs.status, 403)
  assert.equal(erp.journal.length, before)
  // No key ever stands in an address, where servers write it down.
  assert.ok(!erp.journal.some((a) => /key|secret|token/i.test(String(a.query))))
})
/** A tenth of the whole test's walks (--long). */
const WALKS = process.env.LONG ? 200 : 20
test('walks through a bad line end right, with calls that are bounded', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  let x = seed
  const random = () => {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648
    return x / 2_147_483_648
  }
  const bad: Fault[] = [
    { cut: true },
    { status: 500, body: 'x' },
    { status: 503, body: '' },
    { body: '{' },
    fault('SOAP-ENV:Client-1880', 'Já existe uma requisição'),
  ]
  const { c, id } = await linked()
  let created = 0
  for (let n = 0; n < WALKS; n++) {
    erp.omie.products.push({ codigo_produto: 1000 + n, codigo: `N-${n}`, descricao: `Nova ${n}`, valor_unitario: 1 })
    erp.fault = () => (random() < 0.2 ? bad[Math.floor(random() * bad.length)] : undefined)
    erp.journal.length = 0
    t.clock.forward(61 * 60_000)
    await t.owner.query('update sessions set last_seen = $1, created_at = $1', [t.clock.now()])
    assert.equal((await ask(c, id, { alltime: 1 })).status, 200)
    let run = await rests(c, id)
    for (let tries = 0; run.status === 'espera' && tries < 5; tries++) {
      await watch(16)
      run = await until(async () => {
        const r = await last(c, id)
        return r.status === 'pronto' || r.status === 'falhou' || (r.status === 'espera' && r) ? r : undefined
      })
    }
    assert.equal(run.status, 'pronto', `seed ${seed}, walk ${n}: ${run.message}`)
    assert.ok(erp.journal.length <= 60, `seed ${seed}: ${erp.journal.length} calls`)
    created += run.created
  }
  const there = await t.owner.query(
    'select count(*), count(distinct code) as codes from products where company_id = $1',
    [c.id],
  )
  assert.deepEqual(
    [created, Number(there.rows[0].count), Number(there.rows[0].codes)],
    [450 + WALKS, 450 + WALKS, 450 + WALKS],
    `seed ${seed}`,
  )
})
test('a photo’s address leads to the open internet only: nothing of this machine or its network, no redirect, no page', async () => {
  for (const address of [
    'http://127.0.0.1/a.jpg',
    'https://127.0.0.1:5432/a.jpg',
    'https://10.1.2.3/a.jpg',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/a.jpg',
    'https://[::ffff:127.0.0.1]/a.jpg',
    'https://localhost/a.jpg',
  ])
    await assert.rejects(download(address, []), /public address/, address)
  assert.ok((await download(`${erp.origin}/fotos/a.jpg`, Object.values(erp.hosts))).length > 100)
  await assert.rejects(download(`${erp.origin}/fotos/muda.jpg`, Object.values(erp.hosts)), /status 302/)
  await assert.rejects(download(`${erp.origin}/fotos/nao-existe.jpg`, Object.values(erp.hosts)), /status 404/)
})
test('odd values: prices with many places, commas, nothing; bar codes; texts with tags', () => {
  const prices: [unknown, number | null][] = [
    [12.345, 1235],
    ['12,345', 1235],
    ['1.234,50', 123450],
    ['1,234.50', 123450],
    ['R$ 10', 1000],
    [1.005, 101],
    [0.1 + 0.2, 30],
    ['0.0049', null],
    [0, null],
    [-3, null],
    ['', null],
    [null, null],
    [{}, null],
    ['abc', null],
    ['19.9000000000', 1990],
    ['9999999.99', 999_999_999],
    ['7891000315507', null],
  ]
  for (const [given, cents] of prices) assert.equal(centsOf(given), cents, String(given))
  assert.deepEqual(['7,9', '1.234,0', '1,234.0', '10.000', -1.5, '', null, 'x'].map(piecesOf), [
    7,
    1234,
    1234,
    10,
    -2,
    null,
    null,
    null,
  ])
  assert.deepEqual(
    [gtinOf(' 7891000315507 '), gtinOf('SEM GTIN'), gtinOf('7891000315508'), gtinOf(null)],
    ['7891000315507', '', '', ''],
  )
  assert.equal(wordsOf('<ul><li>um</li><li>dois &lt;3</li></ul><style>p{}</style>'), 'um\ndois <3')
  assert.equal(nameOf('  Vaso <b>azul</b>\n grande ', 'x'), 'Vaso azul grande')
  assert.equal(nameOf(null, 'Produto 7'), 'Produto 7')
})
