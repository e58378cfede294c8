// A client's portrait and a photo of a conversation on the screens of those who may see them, and nowhere once erased.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, type Company, until, untilIdle } from '../test/kit.ts'
import { browserOf, DESK, PHONE, photo, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t)
  await site.t.owner.query("update users set name = 'Ana Pires' where id = $1", [a.client.id])
  await site.t.jobs()
})
after(() => site.close())
const origin = () => site.at(a.path)
/** The address of a person's picture that a page shows, once the picture is drawn. */
const shownIn = (page: Page) =>
  until(() =>
    page.evaluate(() => {
      const found = [...document.images].find((i) => new URL(i.src).pathname.startsWith('/files/p'))
      return found?.complete && found.naturalWidth > 0 ? found.src : null
    }),
  )
const statusOf = async (address: string) => (await site.t.call('GET', new URL(address).pathname)).status

test('the right persons see a portrait and a photo until the erasure', async () => {
  const admin = await browserOf(site, origin(), a.admin.email, DESK)
  await admin.goto(`${origin()}/dashboard/users/${a.client.id}`)
  await admin
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo('ana.png', '#6a3'))
  await admin.getByRole('button', { name: /^Salvar/ }).click()
  await until(
    async () =>
      (await site.t.owner.query("select 1 from users where id = $1 and profile_pic <> ''", [a.client.id])).rowCount,
  )
  await untilIdle(site.t, ['make_widths'])
  await admin.goto(`${origin()}/dashboard/users/${a.client.id}`)
  const portrait = await shownIn(admin)

  const client = await browserOf(site, origin(), a.client.email, PHONE)
  await client.goto(`${origin()}/pedidos/meus`)
  const sent = await site.t.call('POST', `/api/v2/companies/${a.id}/conversations/cliente/${a.client.id}`, {
    token: a.admin.token,
    body: { key: 'primeira-mensagem', text: 'Mande uma foto da fachada.' },
  })
  assert.equal(sent.status, 200)
  await client.reload()
  await client.getByLabel('Enviar uma foto').setInputFiles(await photo('fachada.png', '#c94'))
  await client.getByRole('button', { name: 'Enviar', exact: true }).click()
  await until(
    async () =>
      (await site.t.owner.query("select 1 from messages where company_id = $1 and photo <> ''", [a.id])).rowCount,
  )
  await untilIdle(site.t, ['make_widths'])
  const photos: string[] = []
  await client.reload()
  photos.push(await shownIn(client))
  await admin.goto(`${origin()}/apps/messages?cliente=${a.client.id}`)
  photos.push(await shownIn(admin))
  for (const address of [portrait, ...photos]) assert.equal(await statusOf(address), 200)

  await admin.goto(`${origin()}/dashboard/users/${a.client.id}`)
  await admin.getByRole('button', { name: 'Apagar os dados' }).click()
  await admin.getByRole('button', { name: 'Confirmar' }).click()
  await admin.getByText(/^Dados apagados/).waitFor()
  for (const address of [portrait, ...photos]) assert.equal(await statusOf(address), 404)
})
