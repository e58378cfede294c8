// The calendar: made, moved and made longer by keys alone and by the mouse, on a phone, without a network, by two people.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addDays } from '#shared/day.ts'
import { weekdayOf } from '#shared/wall.ts'
import { aCart, aCompany, aPerson, aProduct, type Company, newCart, order, until } from '../test/kit.ts'
import { copied, stored as copies, takeBack } from './kept.ts'
import { browserOf, DESK, inBoth, PHONE, type Site, startOnline, OFFLINE } from './kit.ts'

let site: Site
let a: Company
/** The seller's, for all tests at a desk: each open page follows every change of the calendar. */
let page: Page
const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })
/** A Tuesday in two weeks: nothing of the present disturbs it. */
const tuesday = addDays(today, 16 - weekdayOf(today))
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  await site.t.owner.query("update users set name = 'Ana Souza' where id = $1", [a.seller.id])
  page = await browserOf(site, site.at(a.path), a.seller.email, DESK)
})
after(() => site.close())
const at = (view: string, day = tuesday) => `${site.at(a.path)}/apps/calendar?view=${view}&date=${day}`
const stored = async (title: string) =>
  (
    await site.t.owner.query(
      `select to_char(starts, 'YYYY-MM-DD HH24:MI') as starts, to_char(ends, 'HH24:MI') as ends, rule from events
       where title = $1 and company_id = $2`,
      [title, a.id],
    )
  ).rows as { starts: string; ends: string; rule: string }[]
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const item = (on: Page, name: string | RegExp) => on.getByRole('button', { name })
/** The same, once the server has it: what waits to be sent is not moved. */
const movable = (name: string) => item(page, name).and(page.locator('[aria-describedby]'))
/** A new one in the week: it is there when the server has it, and can be moved then. */
async function written(title: string) {
  await page.goto(at('week'))
  await page.getByRole('button', { name: 'Novo compromisso' }).click()
  await page.getByLabel('Título').fill(title)
  await page.getByRole('button', { name: 'Salvar' }).click()
  const it = movable(title)
  await it.waitFor()
  return it
}

test('by keys alone: a day is found, an event is written, moved, made longer, and one day of its series goes elsewhere', async () => {
  await page.goto(at('month'))
  const day = page.locator(`[data-day="${tuesday}"]`)
  await day.focus()
  await press('ArrowRight', 'ArrowLeft', 'Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Dia escolhido').waitFor()
  await inBoth(page)
  await dialog.getByRole('button', { name: 'Novo compromisso' }).focus()
  await press('Enter')
  await page.getByLabel('Título').focus()
  await page.keyboard.type('Ronda na serra')
  await page.getByLabel('Repete').focus()
  await page.keyboard.type('Toda s')
  await page.getByText('Nos dias').waitFor()
  await inBoth(page)
  await page.getByLabel('Título').focus()
  await press('Enter')
  await item(page, 'Ronda na serra').first().waitFor()
  await until(async () => (await stored('Ronda na serra'))[0]?.starts === `${tuesday} 09:00`)
  await dialog.waitFor({ state: 'detached' })
  // The week: picked up, an hour later, half an hour longer, for this day only.
  await page.getByRole('button', { name: 'Semana' }).focus()
  await press('Enter')
  await page.getByRole('group', { name: 'Horas do dia' }).waitFor()
  await movable('Ronda na serra').focus()
  await press(' ', ...Array<string>(4).fill('ArrowDown'), 'Shift+ArrowDown', 'Shift+ArrowDown', 'Enter')
  await page.getByRole('heading', { name: 'Mudar o horário' }).waitFor()
  await inBoth(page)
  await page.getByRole('button', { name: 'Só este dia' }).focus()
  await press('Enter')
  await page.getByText('Horário alterado').waitFor()
  assert.match(await dialog.innerText(), /10:00 – 11:30/)
  await inBoth(page)
  await page.getByRole('button', { name: 'Fechar janela' }).focus()
  await press('Enter')
  await page.reload()
  await item(page, /10:00 – 11:30/)
    .filter({ hasText: 'Ronda na serra' })
    .waitFor()
  await page.getByRole('button', { name: 'Próximo' }).focus()
  await press('Enter')
  await item(page, /09:00 – 10:00/)
    .filter({ hasText: 'Ronda na serra' })
    .waitFor()
  // The whole series a day later.
  await movable('Ronda na serra').focus()
  await press(' ', 'ArrowRight', ' ')
  await page.getByRole('button', { name: 'Todos os dias' }).focus()
  await press('Enter')
  await page.getByText('Horário alterado').waitFor()
  await press('Escape')
  await until(async () => (await stored('Ronda na serra'))[0]?.rule.includes('BYDAY=WE'))
})
test('with the mouse: dragged to another day and hour, pulled longer; whoever moves what somebody else moved is told', async () => {
  const fair = await written('Feira')
  const drag = async (dx: number, dy: number, fromBottom: boolean) => {
    // Closed, the dialog gives the focus back, and the hours scroll to it.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await fair.focus()
    // Drawn anew meanwhile it has no place for a moment.
    const box = await until(async () => (await fair.boundingBox()) ?? false)
    const [x, y] = [box.x + box.width / 2, box.y + (fromBottom ? box.height - 3 : 12)]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 })
    await page.mouse.move(x + dx, y + dy, { steps: 4 })
    await page.mouse.up()
    await page.getByText('Horário alterado').waitFor()
  }
  const wednesday = addDays(tuesday, 1)
  // What is read again is drawn from this device: it has heard of all that, one after the other.
  const heard = (ends: string) =>
    until(async () =>
      JSON.stringify(await copies(page)).includes(`"starts":"${wednesday}T10:00","ends":"${wednesday}T${ends}"`),
    )
  const width =
    (await page.getByRole('group', { name: 'Horas do dia' }).locator('> :nth-child(2)').boundingBox())?.width ?? 0
  await drag(width + 1, 60, false)
  await until(async () => (await stored('Feira'))[0]?.starts === `${addDays(tuesday, 1)} 10:00`)
  await heard('11:00')
  await page.getByRole('button', { name: 'Fechar janela' }).click()
  await drag(0, 60, true)
  await until(async () => {
    const [now] = await stored('Feira')
    return now?.starts.endsWith('10:00') && now.ends === '12:00'
  })
  await heard('12:00')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText('Horário alterado').waitFor()
  await until(async () => (await stored('Feira'))[0]?.ends === '11:00')
  await page.getByRole('button', { name: 'Fechar janela' }).click()
  await heard('11:00')
  // Meanwhile the admin puts it into the afternoon; nothing tells this page.
  await page.context().route('**/events', (r) => r.abort())
  await page.context().route('**/offline*', (r) => r.abort())
  await page.context().route('**/api/v2/calendar?*', (r) => r.abort())
  await page.reload()
  await fair.waitFor()
  await site.t.owner.query(
    "update events set starts = starts + interval '5 hours', ends = ends + interval '5 hours' where title = 'Feira'",
  )
  await fair.focus()
  await press(' ', 'ArrowDown', ' ')
  await page.getByRole('heading', { name: 'Alguém mudou este compromisso' }).waitFor()
  assert.match(await page.getByRole('dialog').innerText(), /15:00 – 16:00[\s\S]*10:15 – 11:15/)
  await inBoth(page)
  await page.getByRole('button', { name: 'Salvar o meu' }).click()
  await until(async () => (await stored('Feira'))[0]?.starts === `${addDays(tuesday, 1)} 10:15`)
  await page.context().unrouteAll()
})
test('an event that was changed without a network comes back from what waits into its form, with every word', async () => {
  const made = await site.t.call('POST', '/api/v2/calendar/events', {
    token: a.seller.token,
    body: {
      key: newCart(),
      title: 'Vistoria',
      notes: '',
      all_day: '0',
      starts: `${tuesday}T14:00`,
      ends: `${tuesday}T15:00`,
      rule: 'FREQ=WEEKLY;BYDAY=TU',
    },
  })
  assert.ok(made.status < 300, JSON.stringify(made.body))
  const dialog = page.getByRole('dialog')
  await page.goto(at('week'))
  const sending = '**/api/v2/calendar/events/*'
  await page.context().route(sending, (r) => r.abort())
  await movable('Vistoria').click()
  await dialog.getByRole('button', { name: 'Editar' }).click()
  await dialog.getByRole('button', { name: 'Este e os seguintes' }).click()
  await dialog.getByLabel('Anotações').fill('Levar o catálogo novo')
  await dialog.getByLabel('Começa').fill('16:00')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Guardado neste aparelho').waitFor()
  await page.getByRole('link', { name: '1 aguardando envio' }).click()
  await page.waitForURL('**/aguardando')
  await takeBack(page)
  await dialog.getByRole('heading', { name: 'Editar compromisso' }).waitFor()
  assert.deepEqual(
    [await dialog.getByLabel('Anotações').inputValue(), await dialog.getByLabel('Começa').inputValue()],
    ['Levar o catálogo novo', '16:00'],
  )
  await page.context().unroute(sending)
  await dialog.getByLabel('Título').fill('Vistoria da serra')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await until(async () => (await stored('Vistoria da serra'))[0]?.starts === `${tuesday} 16:00`)
  // It opens once.
  await page.reload()
  await movable('Vistoria da serra').first().waitFor()
  assert.equal(await dialog.count(), 0)
})
test('from the calendar: a visit by the form of visits; an evening ends the next morning; of its series this day and those after it begin earlier', async () => {
  await aPerson(site.t, a.id, 3, { seller_id: a.seller.id, company_name: 'Hotel Serra Verde' })
  await page.goto(at('week'))
  const dialog = page.getByRole('dialog')
  const begin = () => page.getByRole('button', { name: 'Novo compromisso' }).click()
  await begin()
  await dialog.getByRole('button', { name: 'Visita', exact: true }).click()
  await dialog.getByLabel('Buscar cliente').fill('Serra')
  const found = dialog.getByRole('button', { name: /Hotel Serra Verde/ })
  await found.waitFor()
  await inBoth(page)
  await found.click()
  await dialog.getByRole('heading', { name: 'Visita a Hotel Serra Verde' }).waitFor()
  assert.deepEqual(
    [await dialog.getByLabel('Dia').inputValue(), await dialog.getByLabel('Hora').inputValue()],
    [tuesday, '09:00'],
  )
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await item(page, 'Visita: Hotel Serra Verde').waitFor()
  await begin()
  await dialog.getByLabel('Título').fill('Ceia')
  await dialog.getByLabel('Começa').fill('22:00')
  await dialog.getByLabel('Termina').fill('02:00')
  await dialog.getByLabel('Repete').selectOption('weekly')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await movable('Ceia').nth(1).waitFor()
  assert.deepEqual(
    (await stored('Ceia')).map((e) => [e.starts, e.ends]),
    [[`${tuesday} 22:00`, '02:00']],
  )
  // Two weeks later the client of this evening wants to eat earlier, from then on.
  const later = addDays(tuesday, 14)
  await page.goto(at('week', later))
  await movable('Ceia').first().click()
  await dialog.getByRole('button', { name: 'Editar' }).click()
  await inBoth(page)
  await dialog.getByRole('button', { name: 'Este e os seguintes' }).click()
  await dialog.getByLabel('Começa').fill('20:00')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await until(async () => (await stored('Ceia')).length === 2)
  const until_day = addDays(later, -1).replaceAll('-', '')
  const series = (await stored('Ceia')).toSorted((x, y) => (x.starts < y.starts ? -1 : 1))
  assert.deepEqual(
    series.map((e) => [e.starts, e.ends, e.rule.includes(`UNTIL=${until_day}`)]),
    [
      [`${tuesday} 22:00`, '02:00', true],
      [`${later} 20:00`, '02:00', false],
    ],
  )
  const admin = await browserOf(site, site.at(a.path), a.admin.email, DESK)
  await admin.goto(at('week', addDays(later, 7)))
  await admin
    .getByRole('button', { name: /20:00 – .*02:00, Ceia/ })
    .first()
    .waitFor()
  await admin.goto(at('week'))
  await admin
    .getByRole('button', { name: /22:00 – .*02:00, Ceia/ })
    .first()
    .waitFor()
  await item(admin, 'Visita: Hotel Serra Verde').waitFor()
  // The admin picks the seller's week.
  await admin.getByLabel('Agenda de').selectOption({ label: 'Ana Souza' })
  await admin.waitForURL(/seller=/)
  await item(admin, 'Ronda na serra').first().waitFor()
  await admin.context().close()
})
test('the address for other applications is made, copied, and taken back', async () => {
  await page.goto(at('month'))
  // The menu lies over this screen at every width.
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Visitas' }).waitFor()
  await press('Escape')
  await page.getByRole('button', { name: 'Assinar esta agenda' }).click()
  await page.getByRole('button', { name: 'Criar endereço' }).click()
  const url = await page.getByLabel('Endereço iCalendar').inputValue()
  await inBoth(page)
  const open = () => site.t.app.inject({ method: 'GET', url: new URL(url).pathname })
  assert.match((await open()).body, /SUMMARY:Feira/)
  await page.getByRole('button', { name: 'Revogar' }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('O endereço deixou de abrir.').waitFor()
  assert.equal((await open()).statusCode, 404)
  // In words on a wide screen; the dialog's way out in the reader's language.
  assert.equal(await page.getByRole('button', { name: 'Semana' }).locator('svg').isVisible(), false)
  await page.evaluate(() => localStorage.setItem('mo_lang', 'en'))
  await page.reload()
  await page.locator(`[data-day="${tuesday}"]`).click()
  await page.getByText('Selected day').waitFor()
  await page.getByRole('button', { name: 'Close dialog' }).click()
  await page.getByText('Selected day').waitFor({ state: 'detached' })
  await page.evaluate(() => localStorage.removeItem('mo_lang'))
})
test('on a phone: dots and the day’s list, each leading to its thing; without a network the week is there and what is written waits', async () => {
  const vase = await aProduct(site.t, a, { name: 'Vaso Jatobá', code: 'VJ-1', price: '100,00' })
  const sold = await order(
    site.t,
    a,
    a.seller.token,
    aCart([{ product_id: vase.id, quantity: 1 }], { name: 'Padaria Pires' }),
  )
  const day = addDays(today, 7)
  await site.t.owner.query('update orders set delivery_date = $2 where id = $1', [sold.body.data.id, day])
  const phone = await browserOf(site, site.at(a.path), a.seller.email, { ...PHONE, ...OFFLINE })
  await phone.goto(at('month', day))
  await phone.locator(`[data-day="${day}"] i`).first().waitFor()
  // Icons for Mês, Semana and Dia, with their words for who hears them.
  await phone.getByRole('button', { name: 'Semana' }).locator('svg').waitFor()
  await item(phone, /Padaria Pires/).click()
  await inBoth(phone)
  await phone.getByRole('link', { name: 'Abrir pedido' }).click()
  await phone.waitForURL(new RegExp(`/orders/${sold.body.data.id}`))
  await copied(phone, 'calendar')
  await phone.goto(at('day', day))
  await item(phone, 'Padaria Pires').waitFor()
  await inBoth(phone)
  await phone.goto(at('week', day))
  await item(phone, 'Padaria Pires').waitFor()
  await inBoth(phone)
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: 'Novo compromisso' }).click()
  await phone.getByLabel('Título').fill('Reunião no sinal fraco')
  await phone.getByRole('button', { name: 'Salvar' }).click()
  await phone.getByText('Guardado neste aparelho').waitFor()
  await item(phone, 'Reunião no sinal fraco').waitFor()
  await item(phone, 'Padaria Pires').waitFor()
  assert.deepEqual(await stored('Reunião no sinal fraco'), [])
  await phone.context().setOffline(false)
  await until(async () => (await stored('Reunião no sinal fraco')).length === 1)
  await phone.context().close()
})
test('let go in the very moment it moved, it is where it was let go, and stays there before the device has heard of it', async () => {
  const it = await written('Entrega rápida')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // From here on this page hears of nothing.
  for (const told of ['**/events', '**/offline*', '**/api/v2/calendar?*'])
    await page.context().route(told, (r) => r.abort())
  await page.clock.install()
  await page.reload()
  await it.waitFor()
  await it.evaluate((el) => {
    const { x, y } = el.getBoundingClientRect()
    const at = (dy: number) => ({ bubbles: true, button: 0, pointerId: 1, clientX: x + 9, clientY: y + 9 + dy })
    const target = el as HTMLElement
    target.setPointerCapture = () => {}
    target.dispatchEvent(new PointerEvent('pointerdown', at(0)))
    target.dispatchEvent(new PointerEvent('pointermove', at(30)))
    target.dispatchEvent(new PointerEvent('pointermove', at(120)))
    target.dispatchEvent(new PointerEvent('pointerup', at(120)))
  })
  await page.getByText('Horário alterado').waitFor()
  await until(async () => (await stored('Entrega rápida'))[0]?.starts === `${tuesday} 11:00`)
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // However long nothing is heard.
  await page.clock.fastForward(60_000)
  assert.match((await it.getAttribute('aria-label')) ?? '', /11:00/)
  // The same of what is written into its form, time and name.
  await it.click()
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Título').fill('Entrega da tarde')
  await page.getByLabel('Começa').fill('14:30')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const renamed = item(page, 'Entrega da tarde')
  await renamed.waitFor()
  assert.match((await renamed.getAttribute('aria-label')) ?? '', /14:30/)
  assert.equal((await stored('Entrega da tarde'))[0]?.starts, `${tuesday} 14:30`)
  assert.deepEqual(site.errors, [])
})
