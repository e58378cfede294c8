// Rows that earlier imports have damaged, as npm run doctor lists them: each kind, and the sound row beside it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { damagedRows, meantCode, percentPrice } from '../scripts/doctor/damaged-rows.ts'
import { aClient, aCompany, type Company, startTestApp, type TestApp } from './kit.ts'

let t: TestApp
let a: Company
let owner: pg.PoolClient
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  owner = await t.owner.connect()
})
after(async () => {
  owner.release()
  await t.close()
})
const says = async () => (await damagedRows(owner)).map((f) => f.says)
let serial = 0
/** Written past the API, as an earlier import left it. */
async function stored(values: Record<string, unknown>, company = a): Promise<number> {
  const row = { company_id: company.id, name: 'Vaso', code: `S-${++serial}`, ...values }
  const places = Object.keys(row).map((_, i) => `$${i + 1}`)
  const made = await t.owner.query(
    `insert into products (${Object.keys(row).join(', ')}) values (${places.join(', ')}) returning id`,
    Object.values(row),
  )
  return Number(made.rows[0].id)
}
const emptied = () =>
  t.owner.query(
    "delete from variations; delete from products; update users set phone = '', client_code = '' where level = 3",
  )

test('tells a broken code from a sound one, and what it must have been', () => {
  for (const [code, meant] of [
    ['="00123"', '00123'],
    ["'00125", '00125'],
    ['1001.0', '1001'],
    ['7891000100103.00', '7891000100103'],
  ] as const)
    assert.equal(meantCode(code), meant, code)
  for (const code of ['2025-12-03T00:00:00.000Z', '03/12/2025', '7,89101E+12', '1E+5', '#N/A', '#REF!'])
    assert.equal(meantCode(code), '', code)
  for (const code of [
    '2025-12-03',
    '2025-12-03 00:00:00',
    '03/12/2025 00:00',
    '12/jan',
    '01/set',
    'dez/25',
    '12-Jan',
    'Dec-25',
  ])
    assert.equal(meantCode(code), '', code)
  for (const code of ['mar', 'Set', '12-SET', '12-set', '10-MAR', 'MAI-10', '12-jan-3', 'x 12/jan', '2025-12-034'])
    assert.equal(meantCode(code), null, code)
  for (const code of ['', '00123', '10.01', '1.0.2', 'V1.0', '2025-12', '12/25', "O'Brien", '3"', 'A=1', 'E+1', '#1'])
    assert.equal(meantCode(code), null, code)
})
test('takes a low price for a percentage only beside one of ten times as much', () => {
  assert.deepEqual(percentPrice([10_000, null, null, 10]), { low: 10, high: 10_000 })
  assert.deepEqual(percentPrice([50, 500]), { low: 50, high: 500 })
  for (const sound of [[], [null], [10], [10, 90], [100, 90], [10_000, 5000], [10_000, 0], [10_000, 101]])
    assert.equal(percentPrice(sound), null)
})
test('says nothing of sound rows', async () => {
  await stored({
    code: '00123',
    code_2: 'V1.0',
    reference: '10/2',
    ean: '7891000100103',
    price: 10_000,
    price_promo: 9000,
  })
  await stored({ code: '', ean: '042563008123', price: 10 })
  await aClient(t, a, { client_code: '00123', phone: '11912345601' })
  await aClient(t, a, { phone: '5511912345602' })
  await aClient(t, a, { phone: '11912345601' })
  assert.deepEqual(await says(), [])
})
test('lists each kind of damaged row by company, with what to do on the screen', async () => {
  await emptied()
  const code = await stored({ code: '="00123"' })
  await stored({ code: '00124', reference: '2025-12-03T00:00:00.000Z', code_2: '1001.0' })
  const ean = await stored({ ean: '7891000100104' })
  const price = await stored({ price: 10_000, price_promo: 10 })
  const varied = await stored({})
  await t.owner.query(
    `insert into variations (company_id, product_id, specs, code, ean) values ($1, $2, '{"Cor":"Azul"}', '''9', 'SEM GTIN')`,
    [a.id, varied],
  )
  const [first, second] = [
    await aClient(t, a, { phone: '11912345678' }),
    await aClient(t, a, { phone: '+55 (11) 91234-5678' }),
  ]
  const coded = await aClient(t, a, { client_code: '77.0' })
  const found = await damagedRows(owner)
  const all = `Empresa ${a.id} (${a.path})`
  assert.deepEqual(
    found.map((f) => f.says),
    [
      `${all}: 4 códigos guardados com defeito: ="00123" em vez de 00123 no produto ${code}; 1001.0 em vez de 1001 no produto ${code + 1}; 2025-12-03T00:00:00.000Z no produto ${code + 1}; e mais 1.`,
      `${all}: 2 códigos de barras com dígito que não confere: 7891000100104 no produto ${ean}; SEM GTIN no produto ${varied}, em uma variação.`,
      `${all}: 1 preço que parece uma porcentagem: 0,10 ao lado de 100,00 no produto ${price}.`,
      `${all}: 1 código de cliente guardado com defeito: 77.0 em vez de 77 no cliente ${coded}.`,
      `${all}: 1 telefone que está com e sem 55: clientes ${first} e ${second} (••••5678).`,
    ],
  )
  for (const f of found)
    assert.ok(f.level === 'aviso' && /^Em (Produtos|Tabelas de preço|Clientes), /.test(f.todo), f.todo)
})
test('leaves out what is deleted, and the same phone in two companies', async () => {
  await emptied()
  const b = await aCompany(t)
  await stored({ code: '="1"', ean: '1', price: 10_000, price_promo: 10, deleted_at: new Date() })
  await aClient(t, a, { phone: '21912345678' })
  await aClient(t, b, { phone: '5521912345678' })
  await aClient(t, b, { phone: '21912345678', client_code: '1.0', deleted_at: new Date() })
  assert.deepEqual(await says(), [])
})
test('counts all, and shows three of a company and twenty companies', async () => {
  await emptied()
  for (let i = 0; i < 5; i++) await stored({ ean: `${i}` })
  assert.match((await says()).join('\n'), /^.*: 5 códigos de barras[^;]*;[^;]*;[^;]*; e mais 2\.$/)
  for (let i = 0; i < 22; i++) {
    const path = `doutor-${i}`
    const made = await t.owner.query(
      "insert into companies (path, name, valid_until) values ($1, 'x', '2030-01-01') returning id",
      [path],
    )
    await stored({ ean: '1' }, { ...a, id: Number(made.rows[0].id), path })
  }
  const all = await says()
  assert.deepEqual(
    [all.length, all.at(-1)],
    [21, 'códigos de barras com dígito que não confere também em mais 3 empresas.'],
  )
})
test('runs no statement that writes', async () => {
  await stored({ ean: '1' })
  const seen: string[] = []
  const client = { query: async (text: string) => (seen.push(text), owner.query(text)) } as unknown as pg.PoolClient
  await damagedRows(client)
  assert.ok(
    seen.every((text) => /^\s*(begin read only|declare|fetch|rollback|select)\b/.test(text)),
    seen.join('\n'),
  )
})
