import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, type Company, startTestApp, type TestApp, until } from '../../../../test/kit.ts'
import { type SmtpSimulator, smtpSimulator } from '../../../../test/simulators.ts'
import { loadConfig } from '#server/config.ts'
import { inCompany } from '#server/db.ts'
import { renderMail, wordsOf } from '../rules.ts'
import { LANGUAGES } from '../languages.ts'
import type { Template } from '../words.ts'
import { MOST_ENCLOSED } from './enclosed.ts'
import { encloses, queueMail } from './index.ts'

let t: TestApp
let a: Company
let smtp: SmtpSimulator
before(async () => {
  smtp = await smtpSimulator()
  const config = { smtpUrl: smtp.url.replace('//', '//loja:segredo@'), mailFrom: 'Feira <pedidos@feira.test>' }
  t = await startTestApp({ config })
  a = await aCompany(t)
  await t.jobs()
})
after(async () => {
  smtp.close()
  await t.close()
})
const queue = (key: string, to: string, language = 'pt') =>
  inCompany(t.kit.pool, a.id, (tx) =>
    queueMail(tx, a.id, {
      key,
      to,
      template: 'welcome',
      language,
      params: { name: 'Rosa', company: 'Doces <da> Olívia', link: 'https://doces.test', until: '12/12/2026' },
      href: 'https://x.test/entrar',
    }),
  )
const mails = async (token = a.admin.token) =>
  (await t.call('GET', '/api/v2/mails', { token })).body.data as {
    recipient: string
    status: string
    tries: number
    note: string
  }[]
const mailTo = (to: string) =>
  until(async () => (await mails()).find((m) => m.recipient === to && m.status !== 'espera'))
/** The parts of a message, decoded. */
const partsOf = (message: string) =>
  [...message.matchAll(/content-transfer-encoding: base64\r?\n(?:[^\n]+\n)*\r?\n([A-Za-z0-9+/=\r\n]+)/gi)].map((m) =>
    Buffer.from((m[1] ?? '').replace(/\s/g, ''), 'base64').toString('utf8'),
  )

test('a mail is text and HTML that say the same, once, however often it is queued', async () => {
  await queue('uma', 'rosa@doces.test')
  await queue('uma', 'rosa@doces.test')
  await mailTo('rosa@doces.test')
  const mine = smtp.messages.filter((m) => m.includes('rosa@doces.test'))
  assert.equal(mine.length, 1)
  assert.match(mine[0] ?? '', /multipart\/alternative/)
  const [text = '', html = ''] = partsOf(mine[0] ?? '')
  assert.match(text, /Seu catálogo já tem endereço.*https:\/\/doces\.test/)
  assert.match(html, /Doces &#60;da&#62; Olívia/)
  assert.ok(!html.includes('<da>'))
})
test('a mail server that is down is tried again; the mail arrives once', async () => {
  smtp.open = false
  await queue('depois', 'depois@doces.test')
  await until(async () => (await mails()).find((m) => m.recipient === 'depois@doces.test' && m.tries > 0))
  smtp.open = true
  const sent = await mailTo('depois@doces.test')
  assert.ok(sent.status === 'enviada' && sent.tries >= 2, JSON.stringify(sent))
  assert.equal(smtp.messages.filter((m) => m.includes('depois@doces.test')).length, 1)
  // Twenty-five tries with graphile-worker's growing waits are more than five days.
  const waits = Array.from({ length: 24 }, (_, i) => Math.exp(Math.min(10, i + 1)))
  assert.ok(waits.reduce((x, y) => x + y) > 86_400)
  await until(
    async () =>
      (await t.owner.query("select 1 from graphile_worker.jobs where task_identifier = 'send_mail'")).rowCount === 0,
  )
})
test('a wrong password, a closed house, a sender or a quota that the server does not like, mail that it does not carry: none throws a mail away, it arrives once all the same', async () => {
  const refusals = {
    AUTH: '535 5.7.8 senha errada',
    CONN: '554 5.3.2 hoje não',
    MAIL: '553 5.7.1 remetente desconhecido',
    RCPT: '554 5.7.1 Relay access denied',
  }
  for (const [word, line] of Object.entries(refusals)) {
    const to = `${word.toLowerCase()}@doces.test`
    smtp.refuses = { [word]: line }
    await queue(word, to)
    await until(async () => smtp.refused.includes(line))
    smtp.refuses = {}
    const sent = await mailTo(to)
    assert.ok(sent.status === 'enviada' && sent.tries >= 2, `${line}: ${JSON.stringify(sent)}`)
    assert.equal(smtp.messages.filter((m) => m.includes(to)).length, 1)
  }
})
test('a mail comes from whom the setting names; where it names nobody, from the address that people know', async () => {
  await queue('de quem', 'de-quem@doces.test')
  await mailTo('de-quem@doces.test')
  assert.equal(smtp.senders.at(-1), 'pedidos@feira.test')
  assert.match(smtp.messages.at(-1) ?? '', /^From: Feira <pedidos@feira\.test>$/m)
  process.env.PUBLIC_URL = 'https://loja.exemplo'
  const { mailFrom } = loadConfig({ app: '', owner: '' }, { dataDir: t.config.dataDir })
  delete process.env.PUBLIC_URL
  assert.equal(mailFrom, 'Mostruário <nao-responda@loja.exemplo>')
})
test('an order that has the number of one that a restore did not bring back is another mail: its Message-ID says when it was written, and in whose house', async () => {
  const ids: string[] = []
  for (const to of ['antes@doces.test', 'depois-da-volta@doces.test']) {
    await queue('pedido-1-5000', to)
    await mailTo(to)
    const mine = smtp.messages.find((m) => m.includes(to)) ?? ''
    ids.push(/^Message-ID: <pedido-1-5000\.(\d+)@feira\.test>/m.exec(mine)?.[1] ?? mine)
    await t.owner.query("delete from mails where key = 'pedido-1-5000'")
  }
  assert.ok(ids.every((id) => /^\d{13}$/.test(id)) && ids[0] !== ids[1], ids.join())
})
test('an address that does not exist is noted for the admin and not tried again; another company sees nothing of it', async () => {
  await queue('volta', 'ninguem@doces.test')
  const back = await mailTo('ninguem@doces.test')
  assert.equal(back.status, 'devolvida')
  assert.match(back.note, /550/)
  assert.deepEqual(await mails((await aCompany(t)).admin.token), [])
  assert.equal((await t.call('GET', '/api/v2/mails', { token: a.seller.token })).status, 403)
  assert.equal(
    (await t.call('GET', `/api/v2/mails?company_id=${a.id}`, { token: (await aPerson(t, null, 0)).token })).body.data
      .length >= 3,
    true,
  )
})
test('a file comes along; one that is too large, that the server does not take, or that cannot be drawn stays behind and the mail arrives', async () => {
  encloses('test', async (_kit, company, of) => {
    assert.equal(company, a.id)
    if (of === 'broken') throw new Error('gone')
    return { name: 'pedido-7.pdf', bytes: Buffer.alloc(Number(of), '%PDF-') }
  })
  const send = async (of: string) => {
    const to = `anexo-${of}@doces.test`
    await inCompany(t.kit.pool, a.id, (tx) =>
      queueMail(tx, a.id, { key: to, to, template: 'order', params: {}, enclosed: { kind: 'test', of } }),
    )
    assert.equal((await mailTo(to))?.status, 'enviada')
    const [message = '', second] = smtp.messages.filter((m) => m.includes(to))
    assert.equal(second, undefined)
    return /filename="?pedido-7\.pdf/.test(message)
  }
  assert.equal(await send('9000'), true)
  assert.equal(await send('broken'), false)
  assert.equal(await send(String(MOST_ENCLOSED + 1)), false)
  smtp.most = 50_000
  assert.equal(await send('60000'), false)
})
test('every mail speaks three languages and leaves no hole', () => {
  const all: Template[] = [
    'order',
    'quote',
    'order_changed',
    'portfolio',
    'prices',
    'link_stopped',
    'run_held',
    'notices',
    'password',
    'welcome',
    'trial_13',
    'trial_7',
    'trial_5',
    'trial_1',
    'trial_0',
    'keep_15',
    'keep_5',
    'invoice',
    'paid',
    'cancelled',
    'proposal',
  ]
  const params = Object.fromEntries(
    [
      'number',
      'name',
      'company',
      'link',
      'until',
      'left',
      'days',
      'amount',
      'due',
      'plan',
      'consultant',
      'system',
      'problem',
      'from',
      'said',
      'seller',
      'own',
      'what',
    ].map((k) => [k, `«${k}»`]),
  )
  for (const template of all) {
    const subjects = LANGUAGES.map((l) => wordsOf(template, l, params).subject)
    assert.equal(new Set(subjects).size, 3, template)
    for (const language of LANGUAGES) {
      const { text, html } = renderMail({
        template,
        language,
        params,
        rows: [['Total', 'R$ 1,00']],
        href: 'https://x.test',
      })
      assert.ok(!/\{\w+\}|undefined/.test(text + html), `${template} ${language}`)
    }
  }
})
