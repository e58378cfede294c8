// Visits: planned from the client and from the list of the day, driven in order, checked in and reported without a
// network, moved by two; the admin finds the week of each seller.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays } from '#shared/day.ts'
import { aCart, aClient, aCompany, aProduct, type Company, newCart, order, until } from '../test/kit.ts'
import { copied, sendNow, takeBack } from './kept.ts'
import { browserOf, DESK, inBoth, PHONE, shownStatus, type Site, startOnline, OFFLINE } from './kit.ts'

let site: Site
let a: Company
let bakery: number
let hotel: number
const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  await site.t.owner.query("update users set name = 'Ana Souza' where id = $1", [a.seller.id])
  bakery = await aClient(site.t, a, { company_name: 'Padaria Pires', lat: -23.22, lng: -44.72 })
  hotel = await aClient(site.t, a, { company_name: 'Hotel Serra Verde', lat: -23.07, lng: -44.96 })
  const vase = (await aProduct(site.t, a, { name: 'Vaso Jatobá', code: 'VJ-1', price: '100,00' })).id
  for (const days of [50, 40, 30]) {
    const made = await order(
      site.t,
      a,
      a.seller.token,
      aCart([{ product_id: vase, quantity: 1 }], { client_id: bakery }),
    )
    const at = new Date(Date.now() - days * 86_400_000)
    await site.t.owner.query('update orders set received_at = $2 where id = $1', [made.body.data.id, at])
  }
})
after(() => site.close())
const at = (path: string) => `${site.at(a.path)}${path}`
const stored = async (client: number) =>
  (
    await site.t.owner.query(
      'select day::text, checked_in_at, lat, result, reason from visits where client_id = $1 order by id',
      [client],
    )
  ).rows
const plan = (client_id: number, day: string, more: object = {}) =>
  site.t.call('POST', '/api/v2/visits', { token: a.seller.token, body: { key: newCart(), client_id, day, ...more } })

test('planned from the list of the day and from the client’s card, today’s are at the start, in the order of the way', async () => {
  const page = await browserOf(site, site.at(a.path), a.seller.email, PHONE)
  await page.goto(at('/inicio'))
  await page.getByRole('button', { name: 'Planejar visita a Padaria Pires' }).click()
  await page.getByText('Pelo intervalo de 10 dias deste cliente.').waitFor()
  await inBoth(page)
  await page.getByLabel('Dia', { exact: true }).fill(today)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('heading', { name: 'Visitas de hoje' }).waitFor()
  await page.goto(at(`/clientes/${hotel}`))
  await page.getByRole('button', { name: 'Planejar visita' }).click()
  await page.getByLabel('Dia', { exact: true }).fill(today)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Visita marcada para').waitFor()
  await page.getByRole('region', { name: 'Visitas' }).getByText('Planejada').waitFor()
  await inBoth(page)
  await page.goto(at('/inicio'))
  await page.getByRole('region', { name: 'Visitas de hoje' }).getByRole('listitem').nth(1).waitFor()
  await inBoth(page)
  await page.getByRole('link', { name: /2 visitas · 29,\d km/ }).click()
  await page.getByText(/29,\d km em linha reta/).waitFor()
  assert.match(
    await page.getByRole('list', { name: 'Rota do dia' }).getByRole('listitem').first().innerText(),
    /Padaria Pires/,
  )
  await inBoth(page)
  // From where the phone is it is the other way round.
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: -23.06, longitude: -44.97 })
  await page.getByRole('button', { name: 'Sair de onde estou' }).click()
  await page.getByRole('button', { name: 'Saindo daqui' }).waitFor()
  assert.match(
    await page.getByRole('list', { name: 'Rota do dia' }).getByRole('listitem').first().innerText(),
    /Hotel Serra Verde/,
  )
})
test('without a network: arrived, nothing sold and why, the next visit proposed; all of it is there once the network is back, once', async () => {
  const page = await browserOf(site, site.at(a.path), a.seller.email, { ...PHONE, ...OFFLINE })
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: -23.221, longitude: -44.721 })
  await page.goto(at('/visitas'))
  await copied(page, 'visits')
  await page
    .getByRole('link', { name: /Padaria Pires/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Padaria Pires' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Cheguei' }).click()
  await page.getByText('Guardado neste aparelho').waitFor()
  await shownStatus(page, 'Chegou').waitFor()
  await page.getByRole('button', { name: 'Registrar resultado' }).click()
  await page.getByRole('button', { name: 'Não vendeu' }).click()
  await page.getByLabel('Por que não vendeu').selectOption({ label: 'Ainda tem estoque' })
  assert.ok((await page.getByLabel('Próxima visita').inputValue()) >= addDays(today, 10))
  await inBoth(page)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await shownStatus(page, 'Não vendeu: Ainda tem estoque').waitFor()
  assert.equal((await stored(bakery))[0].checked_in_at, null)
  await page.context().setOffline(false)
  await until(async () => (await stored(bakery)).length === 2)
  const [first, next] = await stored(bakery)
  assert.deepEqual([first.result, first.reason, first.lat, next.result], ['sem_venda', 'estoque', -23.221, null])
  await page.reload()
  await shownStatus(page, 'Não vendeu: Ainda tem estoque').waitFor()
  await inBoth(page)
})
test('the admin sees each seller’s week and what came of it; two who move one visit are told; a visit moves in the calendar', async () => {
  const admin = await browserOf(site, site.at(a.path), a.admin.email, DESK)
  await admin.goto(at('/visitas'))
  const row = admin.getByRole('row', { name: /Ana Souza/ })
  await row.waitFor()
  assert.match((await row.innerText()).replaceAll(/\s+/g, ' '), /Ana Souza \d 1 0 1 0/)
  await inBoth(admin)
  await admin.getByRole('button', { name: 'Ana Souza' }).click()
  await admin.getByRole('link', { name: /Hotel Serra Verde/ }).click()
  await admin.getByRole('button', { name: 'Remarcar' }).click()
  await admin.getByLabel('Dia', { exact: true }).fill(addDays(today, 2))
  // Meanwhile the seller moves it.
  await site.t.owner.query('update visits set day = $2 where client_id = $1', [hotel, addDays(today, 3)])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByRole('heading', { name: 'Alguém mudou esta visita' }).waitFor()
  await inBoth(admin)
  await admin.getByRole('button', { name: 'Salvar o meu' }).click()
  await until(async () => (await stored(hotel))[0].day === addDays(today, 2))
  // In the calendar the seller moves one with keys.
  const day = addDays(today, 7)
  await plan(hotel, day, { at: '14:00' })
  const page = await browserOf(site, site.at(a.path), a.seller.email, DESK)
  await page.goto(at(`/apps/calendar?view=day&date=${day}`))
  await page.getByRole('button', { name: /Hotel Serra Verde/ }).focus()
  for (const key of [' ', 'ArrowDown', 'ArrowDown', ' ']) await page.keyboard.press(key)
  await page.getByText('Horário alterado').waitFor()
  await page.getByRole('link', { name: 'Abrir visita' }).click()
  await page.getByText(/, 14:30/).waitFor()
  assert.deepEqual(site.errors, [])
})
test('what waits comes back into its form with every word: a visit that was planned, another day, a report; an arrival stays', async () => {
  const inn = await aClient(site.t, a, { company_name: 'Pousada do Cais' })
  const { key } = (await plan(inn, today)).body.data
  const page = await browserOf(site, site.at(a.path), a.seller.email, PHONE)
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: -23.221, longitude: -44.721 })
  const sending = /\/api\/v2\/visits(\/|$)/
  await page.context().route(sending, (r) => (r.request().method() === 'GET' ? r.continue() : r.abort()))
  const dialog = page.getByRole('dialog')
  const note = dialog.getByLabel('Anotações')
  const save = async () => {
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const row = (what: string) => page.getByRole('listitem').filter({ hasText: `Visita a Pousada do Cais${what}` })
  /** Brings it back to where it is changed, with what was typed there; and off it goes again. */
  const back = async (what: string, words: string) => {
    await page.getByRole('link', { name: /aguardando envio/ }).click()
    await takeBack(page, row(what))
    assert.equal(await note.inputValue(), words)
    await note.fill(`${words}!`)
    await save()
    await page.getByText('Guardado neste aparelho').waitFor()
  }
  await page.goto(at(`/clientes/${inn}`))
  await page.getByRole('button', { name: 'Planejar visita' }).click()
  await dialog.getByLabel('Dia', { exact: true }).fill(addDays(today, 9))
  await note.fill('Levar amostras')
  await save()
  await back('', 'Levar amostras')
  await page.goto(at(`/visitas/${key}`))
  await page.getByRole('button', { name: 'Remarcar' }).click()
  await note.fill('Depois do almoço')
  await save()
  await back(': mudança', 'Depois do almoço')
  await page.getByRole('button', { name: 'Cheguei' }).click()
  await shownStatus(page, 'Chegou').waitFor()
  await page.getByRole('button', { name: 'Registrar resultado' }).click()
  await dialog.getByRole('button', { name: 'Vendeu', exact: true }).click()
  await note.fill('Quer azulejos')
  await dialog.getByLabel('Próxima visita').fill(addDays(today, 5))
  await save()
  await back(': resultado', 'Quer azulejos')
  await page.getByRole('link', { name: '4 aguardando envio' }).click()
  await row(': chegada').waitFor()
  assert.equal(await row(': chegada').getByRole('button', { name: 'Editar' }).count(), 0)
  await page.context().unroute(sending)
  await sendNow(page)
  const there = async () =>
    (await site.t.owner.query('select note, report, day::text from visits where client_id = $1 order by id', [inn]))
      .rows
  await until(async () => (await there()).length === 3 && (await there())[0].report !== '')
  assert.deepEqual(await there(), [
    { note: 'Depois do almoço!', report: 'Quer azulejos!', day: today },
    { note: 'Levar amostras!', report: '', day: addDays(today, 9) },
    { note: '', report: '', day: addDays(today, 5) },
  ])
})
