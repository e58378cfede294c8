import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import {
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
const put = (body: object, token = a.admin.token, id = a.id) =>
  t.call('PUT', `/api/v1/companies/${id}`, { token, body })
const read = async (token = a.admin.token) => (await t.call('GET', `/api/v1/companies/${a.id}`, { token })).body.data

test('the admin writes what clients read, and cannot touch what is the operator’s', async () => {
  const before = await read()
  const r = await put({
    name: 'Ateliê Novo',
    city: 'Cunha',
    instagram: 'https://www.instagram.com/atelie.novo/',
    whatsapp_phone: '(12) 99714-2208',
    valid_until: '2099-01-01',
    max_users_seller: 99,
    is_blocked: '1',
    trial: '1',
    path: 'roubado',
    pedido_pro: '0',
  })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const now = await read()
  assert.deepEqual(
    [now.name, now.city, now.instagram, now.whatsapp_phone],
    ['Ateliê Novo', 'Cunha', 'atelie.novo', '12997142208'],
  )
  for (const key of ['valid_until', 'max_users_seller', 'is_blocked', 'trial', 'path', 'pedido_pro'])
    assert.deepEqual(now[key], before[key], key)
  const operator = await aPerson(t, null, 0)
  assert.equal(
    (await put({ valid_until: '2031-05-05', max_users_seller: 7 }, operator.token)).body.data.max_users_seller,
    7,
  )
})
test('every bad field is named, and nothing is written', async () => {
  const before = JSON.stringify(await read())
  const r = await put({
    primary_color: 'azul',
    whatsapp_phone: '123',
    orders_email: 'x',
    lat: '95',
    exchange_rate: '0',
    discount_limit: '101',
    settings: JSON.stringify({
      website_link: 'javascript:alert(1)',
      tag_google: '<script>',
      general_message: 'x'.repeat(141),
    }),
  })
  assert.equal(r.status, 422)
  assert.deepEqual(Object.keys(r.body.errors).sort(), [
    'discount_limit',
    'exchange_rate',
    'lang',
    'lat',
    'orders_email',
    'primary_color',
    'settings.general_message',
    'settings.tag_google',
    'settings.website_link',
    'whatsapp_phone',
  ])
  assert.equal(JSON.stringify(await read()), before)
})
test('orders go to three addresses at most; more that are there stay until they are changed', async () => {
  const four = ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test']
  const refused = await put({ orders_email: four.join(', ') })
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['orders_email']])
  assert.equal((await put({ orders_email: 'A@x.test; b@x.test, a@x.test, c@x.test' })).status, 200)
  await t.owner.query('update companies set orders_email = $2 where id = $1', [a.id, four.join(', ')])
  assert.equal((await put({ orders_email: four.join(', '), about: 'Louça' })).status, 200)
})
test('an about text keeps its paragraphs and loses every script', async () => {
  const r = await put({
    about:
      '<h2>Oi</h2><p onclick="x()">Feito à <b>mão</b> <a href="javascript:alert(1)">aqui</a> <a href="https://ok.test">ali</a></p><script>alert(1)</script><img src=x onerror=alert(1)>',
  })
  assert.equal(
    r.body.data.about,
    '<h2>Oi</h2><p>Feito à <b>mão</b> <a rel="noopener nofollow" target="_blank">aqui</a> <a href="https://ok.test" rel="noopener nofollow" target="_blank">ali</a></p>',
  )
})
test('settings that were not sent stay; unknown ones are dropped', async () => {
  await put({ settings: JSON.stringify({ general_message: 'Aberto aos sábados', show_tiktok_in_toolbar: '0' }) })
  const r = await put({ settings: JSON.stringify({ website_cta: 'Conheça', invasor: 'sim' }) })
  const { settings } = r.body.data
  assert.deepEqual(
    [settings.general_message, settings.website_cta, settings.show_tiktok_in_toolbar, settings.invasor],
    ['Aberto aos sábados', 'Conheça', '0', undefined],
  )
})
test('banners come and go by store_settings', async () => {
  const image = new Blob([
    new Uint8Array(
      await sharp({ create: { width: 1920, height: 200, channels: 3, background: '#b4532a' } })
        .png()
        .toBuffer(),
    ),
  ])
  const up = await t.call('POST', `/api/v2/companies/store_settings?company_id=${a.id}`, {
    token: a.admin.token,
    form: { company_id: String(a.id), banner_desktop: image },
  })
  assert.equal(up.status, 200, JSON.stringify(up.body))
  assert.match(up.body.data.settings.banner_desktop, /^\/files\/[0-9a-f]{32}\.webp$/)
  const gone = await t.call('POST', `/api/v2/companies/store_settings?company_id=${a.id}`, {
    token: a.admin.token,
    form: { company_id: String(a.id), banner_desktop_remove: '1' },
  })
  assert.equal(gone.body.data.settings.banner_desktop, undefined)
  const other = await aCompany(t)
  assert.equal(
    (
      await t.call('POST', `/api/v2/companies/store_settings?company_id=${a.id}`, {
        token: other.admin.token,
        form: { company_id: String(a.id) },
      })
    ).status,
    403,
  )
})
test('the exchange rate changes what an importer’s clients see, at once', async () => {
  const b = await aCompany(t, { importer: true, exchange_rate: 5 })
  const p = await aProduct(t, b, { price: '10,00' })
  const price = async () => (await t.call('GET', `/api/v1/products/${p.id}`, { token: b.client.token })).body.data.price
  assert.equal(await price(), '50,00')
  assert.equal(
    (
      await t.call('POST', '/api/v2/companies/updateExchangeRate', {
        token: b.admin.token,
        body: { exchange_rate: '5,4321' },
      })
    ).body.data.exchange_rate,
    '5.4321',
  )
  assert.equal(await price(), '54,32')
  for (const bad of ['0', '-1', 'abc', '1,1234567', '10000000'])
    assert.equal(
      (
        await t.call('POST', '/api/v2/companies/updateExchangeRate', {
          token: b.admin.token,
          body: { exchange_rate: bad },
        })
      ).status,
      422,
      bad,
    )
})
test('prices for signed-in people only: visitors see none, and see them again when the admin says so', async () => {
  const p = await aProduct(t, a, { price: '10,00' })
  const visitor = await aVisitor(t, a)
  const price = async () => (await t.call('GET', `/api/v1/products/${p.id}`, { token: visitor })).body.data.price
  assert.equal(await price(), '10,00')
  await put({ public_hide_price: '1' })
  assert.equal(await price(), undefined)
  await put({ public_hide_price: '0' })
  assert.equal(await price(), '10,00')
})
test('a product keeps answering to the code it had before', async () => {
  const p = await aProduct(t, a, { code: 'ANTIGO-1' })
  await t.call('POST', `/api/v1/products/${p.id}`, { token: a.admin.token, body: { code: 'NOVO-1' } })
  const by = (code: string) => t.call('GET', `/api/v2/products/by_code/${code}`, { token: a.client.token })
  assert.deepEqual(
    [(await by('antigo-1')).body.data.id, (await by('novo-1')).body.data.id, (await by('nunca')).status],
    [p.id, p.id, 404],
  )
})
test('two admins change one setting: the second is told what stands there; another setting is no quarrel', async () => {
  await put({ settings: { website_cta: 'Um', entity_label: 'Marcas' } })
  assert.equal((await put({ settings: { website_cta: 'Dois' }, was: { settings: { website_cta: 'Um' } } })).status, 200)
  const late = await put({ settings: { website_cta: 'Três' }, was: { settings: { website_cta: 'Um' } } })
  assert.deepEqual(
    [late.status, late.body.code, late.body.fields, late.body.current.settings.website_cta],
    [409, 'changed_elsewhere', ['settings'], 'Dois'],
  )
  assert.equal(
    (await put({ settings: { entity_label: 'Ateliês' }, was: { settings: { entity_label: 'Marcas' } } })).status,
    200,
  )
  assert.equal(
    (await put({ settings: { tag_google: 'G-ABCDE' }, was: { settings: { tag_google: null } } })).status,
    200,
    'nothing there, as it was seen',
  )
  assert.equal(
    (await put({ min_order: '12,00', was: { min_order: '0,00', name: 'Outro' } })).body.fields.join(),
    'name',
  )
})
test('twin: who does not say what they saw overwrites it', async () => {
  await put({ settings: { website_cta: 'Dois' } })
  assert.equal((await put({ settings: { website_cta: 'Três' } })).body.data.settings.website_cta, 'Três')
})
test('a phone that is none, a state that is none and a name of one letter are said and erase nothing', async () => {
  await put({ whatsapp_phone: '(12) 99714-2208', seller_phone: '(12) 99714-2209', state: 'SP', country: 'Brasil' })
  const words = (r: { status: number; body: { errors?: Record<string, string[]> } }, field: string) => [
    r.status,
    r.body.errors?.[field]?.join(),
  ]
  for (const field of ['whatsapp_phone', 'seller_phone']) {
    assert.deepEqual(words(await put({ [field]: 'abc' }), field), [
      422,
      'Informe o telefone em números, com DDD. Ex.: (11) 91234-5678.',
    ])
    assert.deepEqual(words(await put({ [field]: '99714-2208' }), field), [
      422,
      'Faltou o DDD no telefone. Ex.: (11) 91234-5678.',
    ])
  }
  const post = (url: string, body: object) => t.call('POST', url, { token: a.admin.token, body })
  assert.equal((await post('/api/v1/users', { name: 'Rosa', level: 3, phone: 'abc' })).body.errors.phone.length, 1)
  assert.equal(
    (await post('/api/v2/entities', { name: 'Zefa', type: 'artesaos', phone: 'abc' })).body.errors.phone.length,
    1,
  )
  assert.deepEqual(words(await put({ name: 'A' }), 'name'), [422, 'Informe um nome com pelo menos 2 letras.'])
  assert.deepEqual(words(await put({ name: ' ' }), 'name'), [422, 'Preencha este campo.'])
  assert.deepEqual(words(await put({ state: 'XX' }), 'state'), [422, 'Escolha um dos 27 estados pela sigla. Ex.: SP.'])
  const address = await post('/api/v1/users', { name: 'Rosa', level: 3, address: { state: 'XX' } })
  assert.deepEqual(words(address, 'address.state'), [422, 'Escolha um dos 27 estados pela sigla. Ex.: SP.'])
  const now = await read()
  assert.deepEqual([now.whatsapp_phone, now.seller_phone, now.state], ['12997142208', '12997142209', 'SP'])
  assert.equal((await put({ state: 'NY', country: 'Estados Unidos' })).status, 200)
  assert.equal((await put({ whatsapp_phone: '' })).body.data.whatsapp_phone, '', 'an emptied field is meant')
})
