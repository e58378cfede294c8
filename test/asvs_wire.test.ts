// What docs/asvs.md says of what goes over the wire, asked of the product itself.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { features } from '#features.ts'
import { pages } from '#features/storefront/server/index.ts'
import { fillIn } from '#shared/sentence.ts'
import { sendPdf } from '#server/send.ts'
import { registered } from '#server/serve.ts'
import { renderMail } from '#features/mails/rules.ts'
import { type Template, WORDS } from '#features/mails/words.ts'
import { PLATFORM } from './erp_simulator.ts'
import { aCompany, aPerson, aProduct, type Company, PASSWORD, startTestApp, type TestApp, UNLIMITED } from './kit.ts'

let t: TestApp
let a: Company
let operator: { token: string }
let named = ''
before(async () => {
  t = await startTestApp({
    pages,
    config: { limits: UNLIMITED, ...PLATFORM },
    features: [
      ...features,
      (app) => app.get('/named', (_request, reply) => void sendPdf(reply, named, Buffer.from('%PDF-'))),
    ],
  })
  a = await aCompany(t)
  operator = await aPerson(t, null, 0)
})
after(() => t.close())
const open = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url, headers: { host: `${a.path}.localhost`, ...headers } })

test('no name ends the script element that its page hands data in', async () => {
  const evil = '</script><script>alert(1)</script><!--\u2028&'
  const b = await aCompany(t)
  await t.owner.query('update companies set name = $2 where id = $1', [b.id, evil])
  const { id } = await aProduct(t, b, { name: evil, code: 'EVIL' })
  const host = `${b.path}.localhost`
  for (const url of ['/pedidos', '/pedidos?product_code=EVIL', `/dashboard/products/${id}`, '/session/signin']) {
    const { body } = await open(url, { host })
    const scripts = [...body.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].map((m) => [
      String(m[1]),
      String(m[2]),
    ])
    assert.deepEqual(
      scripts.filter(([attributes]) => !/\bsrc="\/[\w./-]+"|type="application\/(?:ld\+)?json"/.test(attributes ?? '')),
      [],
      url,
    )
    const data = scripts.filter(([, text]) => text).map(([, text]) => JSON.stringify(JSON.parse(text ?? '')))
    assert.ok(
      data.some((d) => d.includes(JSON.stringify(evil).slice(1, -1))),
      url,
    )
  }
})
test('a sign of LIKE that is looked for is a sign like others, in every list that is searched in the database', async () => {
  await aProduct(t, a)
  await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Vasos' } })
  let full = 0
  for (const e of registered) {
    const shape = (e.options.query as { _zod?: { def: { shape?: object } } } | undefined)?._zod?.def.shape ?? {}
    const field = ['search', 'text', 'name'].find((name) => name in shape)
    // Products and clients are searched in memory, by words.
    if (!field || !e.options.list || /\/(?:products|clients)$/.test(e.path)) continue
    const { token } = (e.options.levels as number[]).includes(1) ? a.admin : operator
    const url = e.path.replace(/:\w+/, String(a.id))
    const total = async (text: string) =>
      (await t.call('GET', `${url}?${field}=${encodeURIComponent(text)}`, { token })).body.total as number
    if ((await total('')) > 0) full++
    for (const sign of ['%', '_', '\\']) assert.equal(await total(sign), 0, `${e.path} ${sign}`)
  }
  assert.ok(full >= 4, `${full} lists with something in them`)
})
test('what reads like a template, a style or a mark is text: on a page, in a mail, in a refusal', async () => {
  const typed = 'x{nada}y {{7*7}} ${7*7} <%= 7*7 %> #{7*7} [b]x[/b] **x**'
  await aProduct(t, a, { name: typed, code: 'TYPED' })
  const { body } = await open('/pedidos')
  assert.ok(
    body.includes(typed.replace(/[<>]/g, (c) => `&${c === '<' ? 'l' : 'g'}t;`)),
    'on its card, letter by letter',
  )
  for (const template of Object.keys(WORDS) as Template[]) {
    const keys = [...JSON.stringify(WORDS[template].pt).matchAll(/\{(\w+)\}/g)].map((m) => String(m[1]))
    const params = Object.fromEntries(keys.map((key) => [key, typed]))
    const mail = renderMail({ template, language: 'pt', params, rows: [['x', typed]], href: '' })
    const said = mail.subject + mail.text
    assert.ok(said.includes(typed) && !/xy|49/.test(said), template)
  }
  assert.equal(fillIn('{x} e {y}', { x: '{y}', y: 'z' }), '{y} e z')
  const save = (more: object) => t.call('PUT', `/api/v1/companies/${a.id}`, { token: a.admin.token, body: more })
  for (const colour of ['red', '#12345', '#1234567', '#12345g', '#123456;', 'url(x)', '#fff}*{'])
    assert.equal((await save({ primary_color: colour })).status, 422, colour)
  const { about } = (
    await save({ about: '<style>*{}</style><p style="color:red" class="x">**a** [b](javascript:c)</p>' })
  ).body.data
  assert.equal(about, '<p>**a** [b](javascript:c)</p>')
})
test('each page keeps its window to itself, whoever makes it: documents, the shell, the showcase, the documentation, an apology', async () => {
  const hurried = await startTestApp({ config: { limits: { ...UNLIMITED, page_ip: 1 } } })
  try {
    const made = [
      ...(await Promise.all(
        ['/pedidos', '/session/signin', '/nowhere', '/shell', '/vitrine', '/api/docs'].map((url) => open(url)),
      )),
      await open('/pedidos', { host: 'nao-existe.localhost' }),
      await hurried.app.inject('/pedidos').then(() => hurried.app.inject('/pedidos')),
    ]
    for (const { headers, raw } of made) {
      assert.match(String(headers['content-type']), /^text\/html/, String(raw.req.url))
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin-allow-popups', String(raw.req.url))
    }
  } finally {
    await hurried.close()
  }
})
test('the name of a file stands in its header as letters, whatever it holds, and encoded beside them', async () => {
  for (named of ['Coleção "Verão"\r\nx-evil: 1', "a'b(c)*d;é\\/..", '日本', '"; filename=x.exe', '🎉%00']) {
    const { headers } = await open('/named')
    const [, plain, encoded = ''] =
      /^inline; filename="([\w .-]+)\.pdf"; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)\.pdf$/.exec(
        String(headers['content-disposition']),
      ) ?? assert.fail(String(headers['content-disposition']))
    assert.ok(plain)
    assert.equal(decodeURIComponent(encoded), named)
    assert.equal(headers['x-evil'], undefined)
  }
})
test('consent is asked of one system, at its own host, whatever the request says; no other system has any', async () => {
  const link = async (type: string) =>
    (
      await t.call('POST', '/api/v2/integration', {
        token: a.admin.token,
        body: { type, api_key: 'chave-1234', token: 'x', additional_field_1: 'y' },
      })
    ).body.data.id
  const connect = (id: number) =>
    t.call('GET', `/api/v2/integration/${id}/connect?iss=https://evil.example&host=evil.example`, {
      token: a.admin.token,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
    })
  const url = new URL((await connect(await link('bling'))).body.data.url)
  assert.equal(url.origin + url.pathname, 'https://www.bling.com.br/Api/v3/oauth/authorize')
  assert.equal(url.searchParams.get('redirect_uri'), null)
  for (const type of ['omie', 'sankhya', 'tagplus', 'pedidook'])
    assert.equal((await connect(await link(type))).status, 404, type)
})
test('in production the page of all parts and the demonstration are closed, and no map of the sources goes along', async () => {
  const parts = async () => /<meta name="parts"/.test((await open('/ui')).body)
  const { NODE_ENV } = process.env
  const guarded = await startTestApp({ config: { demo: 'off' } })
  try {
    process.env.NODE_ENV = 'production'
    assert.equal(await parts(), false)
    a = await aCompany(t)
    delete process.env.NODE_ENV
    assert.equal(await parts(), true, 'outside of it there is one')
    for (const [at, status] of [
      [guarded, 401],
      [t, 200],
    ] as const) {
      const { seller } = await aCompany(at)
      const email = 'vendedor@mostruario.test'
      await at.owner.query('update users set email = $2, demo = true where id = $1', [seller.id, email])
      assert.equal(
        (await at.call('POST', '/api/v1/auth/login', { body: { email, password: PASSWORD } })).status,
        status,
      )
    }
  } finally {
    if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV
    await guarded.close()
  }
  assert.deepEqual(globSync('build/{web,server}/**/*.map'), [])
  assert.ok(globSync('build/web/**/*.js').length > 50)
})
