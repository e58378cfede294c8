import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  newCart,
  order,
  startTestApp,
  type TestApp,
  until,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t, { name: 'Casa Aroeira' })
})
after(() => t.close())
/** Files of a zip, read by another reader than the writer's. */
async function unzip(url: string, token: string): Promise<Record<string, string>> {
  const r = await t.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  assert.equal(r.statusCode, 200, r.body.slice(0, 200))
  const folder = mkdtempSync(join(tmpdir(), 'mostruario-zip-'))
  writeFileSync(join(folder, 'a.zip'), r.rawPayload)
  const names = execFileSync(process.execPath, ['-e', UNZIP, join(folder, 'a.zip'), folder], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return Object.fromEntries(names.map((n, i) => [n, readFileSync(join(folder, String(i)), 'latin1')]))
}
// The central directory, entry by entry; stored and deflated files.
const UNZIP = `const fs=require('fs'),z=require('zlib'),[,f,o]=process.argv;const b=fs.readFileSync(f);let e=b.lastIndexOf(Buffer.from('504b0506','hex'));
let n=b.readUInt16LE(e+10),p=b.readUInt32LE(e+16);const names=[];for(let i=0;i<n;i++){const m=b.readUInt16LE(p+10),c=b.readUInt32LE(p+20),l=b.readUInt16LE(p+28),x=b.readUInt16LE(p+30),k=b.readUInt16LE(p+32),h=b.readUInt32LE(p+42);
names.push(b.toString('utf8',p+46,p+46+l));const s=h+30+b.readUInt16LE(h+26)+b.readUInt16LE(h+28);const d=b.subarray(s,s+c);fs.writeFileSync(o+'/'+i,m===8?z.inflateRawSync(d):d);p+=46+l+x+k}console.log(names.join('\\n'))`

test('an admin downloads everything: tables as JSON, products and sales as spreadsheets; no password, nothing of another company', async () => {
  const b = await aCompany(t)
  await aProduct(t, b, { name: 'Segredo da outra' })
  const p = await aProduct(t, a, { name: 'Vaso Jatobá' })
  await order(t, a, a.client.token, aCart([{ product_id: p.id, quantity: 2 }]))
  const files = await unzip(`/api/v2/companies/${a.id}/archive`, a.admin.token)
  const json = (name: string) => JSON.parse(Buffer.from(files[`dados/${name}.json`] ?? '', 'latin1').toString('utf8'))
  assert.deepEqual(
    json('produtos').map((x: { name: string }) => x.name),
    ['Vaso Jatobá'],
  )
  assert.equal(json('pedidos').length, 1)
  assert.equal(json('aberturas_do_catalogo').length, 1)
  assert.deepEqual([json('comissoes'), json('metas')], [[], []])
  assert.equal(files['planilhas/vendas.xlsx']?.slice(0, 2), 'PK')
  const all = Object.values(files).join('')
  for (const secret of ['argon2', 'password_hash', 'Segredo da outra']) assert.ok(!all.includes(secret), secret)
  assert.equal((await t.call('GET', `/api/v2/companies/${a.id}/archive`, { token: a.seller.token })).status, 403)
  assert.equal((await t.call('GET', `/api/v2/companies/${a.id}/archive`, { token: b.admin.token })).status, 404)
})
test('a client reads what is kept about itself, an admin about anybody, a stranger about nobody', async () => {
  const mine = await unzip(`/api/v2/users/${a.client.id}/data`, a.client.token)
  assert.equal(JSON.parse(mine['pessoa.json'] ?? '').email, a.client.email)
  assert.equal(mine['pedidos.xlsx']?.slice(0, 2), 'PK')
  assert.equal(JSON.parse(mine['aberturas.json'] ?? '').length, 1)
  assert.equal((await t.call('GET', `/api/v2/users/${a.seller.id}/data`, { token: a.client.token })).status, 404)
  assert.ok((await unzip(`/api/v2/users/${a.seller.id}/data`, a.admin.token))['registro.json'])
  const b = await aCompany(t)
  assert.equal((await t.call('GET', `/api/v2/users/${a.client.id}/data`, { token: b.admin.token })).status, 404)
})
test('the copy holds what a person was told, where, what stands in the own calendar, and the visits; nobody else’s names', async () => {
  const seller = await aPerson(t, a.id, 2)
  const client = await aPerson(t, a.id, 3, { name: 'Vera Lemos', seller_id: seller.id })
  const p = await aProduct(t, a)
  const made = await order(t, a, client.token, aCart([{ product_id: p.id, quantity: 1 }], { name: 'Vera Lemos' }))
  const path = `/api/v1/companies/${a.id}/orders/${made.body.data.id}`
  assert.equal((await t.call('PUT', path, { token: a.admin.token, body: { status: 'aprovado' } })).status, 200)
  const { number } = made.body.data
  const visit = { key: newCart(), client_id: client.id, day: '2026-11-24', at: '10:00', note: 'Paga tarde' }
  assert.equal((await t.call('POST', '/api/v2/visits', { token: seller.token, body: visit })).status, 200)
  const event = { title: 'Reunião', notes: '', all_day: '0', starts: '2026-11-24T09:00', ends: '2026-11-24T10:00' }
  const body = { ...event, rule: '', key: newCart() }
  assert.equal((await t.call('POST', '/api/v2/calendar/events', { token: seller.token, body })).status, 200)
  const quiet = { off: ['status'], quiet_from: '21:00', quiet_until: '07:00' }
  assert.equal((await t.call('PUT', '/api/v2/notices/settings', { token: seller.token, body: quiet })).status, 200)
  const copy = async (who: { id: number; token: string }) => {
    const files = await unzip(`/api/v2/users/${who.id}/data`, who.token)
    const of = (name: string) => JSON.parse(Buffer.from(files[name] ?? '', 'latin1').toString('utf8'))
    return { told: of('avisos.json'), visits: of('visitas.json'), events: of('agenda.json'), files }
  }
  const hers = await copy(seller)
  assert.deepEqual(
    hers.told.avisos.map((n: { texto: string }) => n.texto),
    [`Pedido ${number} chegou`, `Pedido ${number} confirmado`],
  )
  assert.deepEqual(hers.told.escolhas, quiet)
  assert.deepEqual([hers.told.aparelhos, hers.events[0].title, hers.visits.length], [[], 'Reunião', 1])
  const theirs = await copy(client)
  assert.match(theirs.told.avisos[0].texto, new RegExp(`Pedido ${number}`))
  assert.deepEqual([theirs.visits[0].dia, theirs.visits[0].hora, theirs.events], ['2026-11-24', '10:00', []])
  assert.ok(!Object.values(theirs.files).join('').includes('Paga tarde'))
  // Erased, nothing of it is left: the notices, the visits.
  await t.call('POST', `/api/v2/users/${client.id}/anonymise`, { token: a.admin.token })
  for (const [table, column] of [
    ['person_notices', 'user_id'],
    ['notice_settings', 'user_id'],
    ['push_devices', 'user_id'],
    ['visits', 'client_id'],
  ] as const)
    assert.equal((await t.owner.query(`select 1 from ${table} where ${column} = $1`, [client.id])).rowCount, 0, table)
  assert.equal((await t.owner.query("select 1 from person_notices where name like '%Vera%'")).rowCount, 0)
})
test('who sees no prices finds none in the own data either; the admin, who sees them, does', async () => {
  const blind = await aPerson(t, a.id, 3, { hide_price: true, seller_id: a.seller.id })
  const p = await aProduct(t, a, { price: '7654,32' })
  assert.equal((await order(t, a, blind.token, aCart([{ product_id: p.id, quantity: 3 }]))).status, 201)
  const mine = await unzip(`/api/v2/users/${blind.id}/data`, blind.token)
  const [kept] = JSON.parse(mine['pedidos.json'] ?? '')
  assert.equal(kept.lines[0].quantity, 3)
  for (const [name, text] of Object.entries(mine).filter(([n]) => n.endsWith('.json')))
    for (const word of [
      '"price"',
      '"total"',
      'subtotal',
      '"discount"',
      '765432',
      '7654,32',
      '22962,96',
      '2296296',
      'internal_note',
      'receipt',
    ])
      assert.ok(!text.includes(word), `${name}: ${word}`)
  const seen = await unzip(`/api/v2/users/${blind.id}/data`, a.admin.token)
  assert.equal(JSON.parse(seen['pedidos.json'] ?? '')[0].total, '22962,96')
  const numbers = async (files: Record<string, string>) =>
    ((await readXlsx(Buffer.from(files['pedidos.xlsx'] ?? '', 'latin1'))).sheets[0]?.rows ?? [])
      .flat()
      .filter((cell) => typeof cell === 'number')
  assert.deepEqual(
    [
      (await numbers(mine)).includes(7654.32),
      (await numbers(mine)).includes(22962.96),
      (await numbers(seen)).includes(22962.96),
    ],
    [false, false, true],
  )
})
test('what the company noted of a client is in the copy that the admin takes, not in the one that the client takes', async () => {
  await t.owner.query("update users set credit_note = 'Paga tarde', notes = 'Atende mal' where id = $1", [a.client.id])
  const copy = async (token: string) => (await unzip(`/api/v2/users/${a.client.id}/data`, token))['pessoa.json']
  assert.doesNotMatch(String(await copy(a.client.token)), /Paga tarde|Atende mal|credit_note/)
  assert.match(String(await copy(a.admin.token)), /Paga tarde/)
})
test('an erased client is a number everywhere, also in orders and in the log; the books add up as before', async () => {
  await t.jobs()
  const client = await aPerson(t, a.id, 3, { name: 'Zulmira Torres', document: '52998224725', seller_id: a.seller.id })
  const p = await aProduct(t, a)
  await order(
    t,
    a,
    client.token,
    aCart([{ product_id: p.id, quantity: 3 }], { name: 'Zulmira Torres', email: 'zulmira@loja.test' }),
  )
  await t.call('PUT', `/api/v1/users/${client.id}`, { token: a.admin.token, body: { client_code: 'LU-1' } })
  await until(
    async () =>
      (await t.owner.query("select 1 from mails where company_id = $1 and params::text like '%Zulmira%'", [a.id]))
        .rowCount,
  )
  const sum = async () =>
    (await t.owner.query('select sum(total)::text as s, count(*)::int as n from orders where company_id = $1', [a.id]))
      .rows[0]
  const before = await sum()
  const erase = (token: string) => t.call('POST', `/api/v2/users/${client.id}/anonymise`, { token })
  assert.deepEqual(
    [(await erase(a.seller.token)).status, (await erase((await aCompany(t)).admin.token)).status],
    [403, 404],
  )
  assert.equal((await erase(a.admin.token)).body.data.orders, 1)
  assert.deepEqual(await sum(), before)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: client.token })).status, 401)
  for (const table of ['users', 'orders', 'order_events', 'logs', 'mails', 'undos'])
    for (const word of ['Zulmira', '52998224725', 'zulmira@'])
      assert.equal(
        (
          await t.owner.query(
            `select count(*)::int as n from ${table} x where company_id = $1 and x::text ilike '%' || $2 || '%'${table === 'orders' ? ' and client_id = $3' : ' and $3::int is not null'}`,
            [a.id, word, client.id],
          )
        ).rows[0].n,
        0,
        `${table}: ${word}`,
      )
  assert.equal((await t.call('POST', `/api/v2/users/${a.admin.id}/anonymise`, { token: a.admin.token })).status, 404)
})
test('a client who asked for prices, came by another’s link and answered by the link of the order is a number everywhere afterwards', async () => {
  await t.jobs()
  const b = await aCompany(t)
  const [p, other] = [await aProduct(t, b), await aPerson(t, b.id, 2)]
  const put = (path: string, token: string, body: object) => t.call('PUT', path, { token, body })
  await put(`/api/v1/companies/${b.id}`, b.admin.token, { public_hide_price: '1', price_approval: '1' })
  const asks = { name: 'Rosalina Prado', phone: '(11) 91234-0777' }
  await t.call('POST', '/api/v2/price_requests', { token: await aVisitor(t, b), body: asks })
  const mailed = (key: string) =>
    until(async () => {
      const r = await t.owner.query('select params::text from mails where company_id = $1 and key like $2', [b.id, key])
      return r.rows[0]?.params as string | undefined
    })
  assert.match(await mailed('preco-%'), /Rosalina/)
  const [request] = (await t.call('GET', '/api/v2/price_requests', { token: b.admin.token })).body.data
  const granted = await t.call('POST', `/api/v2/price_requests/${request.id}`, {
    token: b.admin.token,
    body: { grant: '1' },
  })
  const { client_id, link } = granted.body.data
  await put(`/api/v1/users/${client_id}`, b.admin.token, { seller_id: String(b.seller.id) })
  const { token } = (
    await t.call('POST', '/api/v2/auth/loginClient', {
      body: { user_id: new URL(link).searchParams.get('id'), company_path: b.path },
    })
  ).body
  const place = () => order(t, b, token, aCart([{ product_id: p.id, quantity: 1 }], { ...asks, seller_id: other.id }))
  const [one, two] = [(await place()).body.data, (await place()).body.data]
  assert.match(await mailed('carteira-%'), /Rosalina/)
  const reason = 'Mudei para a rua da Rosalina'
  assert.equal(
    (
      await t.call('PUT', `/api/v2/receipts/${one.receipt_path.split('/').pop()}`, {
        body: { status: 'cancelado', reason },
      })
    ).status,
    200,
  )
  assert.equal(
    (await put(`/api/v1/companies/${b.id}/orders/${two.id}`, token, { status: 'cancelado', reason })).status,
    200,
  )
  assert.equal((await t.call('POST', `/api/v2/users/${client_id}/anonymise`, { token: b.admin.token })).status, 200)
  for (const table of ['users', 'orders', 'order_events', 'price_requests', 'person_notices', 'logs', 'mails', 'undos'])
    for (const word of ['Rosalina', '91234-0777', '11912340777'])
      assert.equal(
        (
          await t.owner.query(`select x::text as row from ${table} x where company_id = $1 and x::text like $2`, [
            b.id,
            `%${word}%`,
          ])
        ).rows[0]?.row,
        undefined,
        `${table}: ${word}`,
      )
})
test('what visitors answered about measurement is kept; the notice of an address says who looks after the data', async () => {
  const visitor = await aVisitor(t, a)
  assert.equal(
    (await t.call('POST', '/api/v2/consents', { token: visitor, body: { visitor: 'v-123456789', granted: '1' } }))
      .status,
    200,
  )
  assert.equal(
    (await t.owner.query('select granted from consents where company_id = $1', [a.id])).rows[0].granted,
    true,
  )
  assert.equal((await t.call('GET', `/api/v2/privacy?path=${a.path}`)).body.data.company, 'Casa Aroeira')
  assert.equal(
    (await t.call('GET', '/api/v2/privacy', { headers: { host: `${a.path}.exemplo.com` } })).body.data.company,
    'Casa Aroeira',
  )
  assert.equal((await t.call('GET', '/api/v2/privacy?path=nao-existe')).status, 404)
})
test('nobody counts companies by their numbers through the privacy notice', async () => {
  for (const query of [`company=${a.id}`, `path=${a.id}`, `id=${a.id}`])
    assert.equal(
      (await t.call('GET', `/api/v2/privacy?${query}`, { headers: { host: 'www.exemplo.com' } })).status,
      404,
      query,
    )
})
