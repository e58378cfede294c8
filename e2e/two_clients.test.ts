// Whatever a seller does on one device, through the screen: no order for a client says or holds anything of another's. The
// same rule over thousands of sequences, without a screen, stands in src/features/carts/desk.test.ts.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aPerson, aProduct, type Company, type Person } from '../test/kit.ts'
import { browserOf, PHONE, signIn, signOut, type Site, startOnline } from './kit.ts'

/** LONG: what a person would do in a day; else what a wait allows, an eighteenth. */
const [SEEDS, STEPS] = process.env.LONG ? [[1, 2, 3, 4], 40] : [[3], 9]
const NAMES = ['Padaria Pires', 'Hotel Serra Verde', 'Bar do Porto'] as const
let site: Site
let a: Company
const people = new Map<string, Person>()
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', pedido_pro: true })
  for (const [i, company_name] of NAMES.entries()) {
    people.set(
      company_name,
      await aPerson(site.t, a.id, 3, {
        seller_id: a.seller.id,
        company_name,
        phone: `1195555000${i}`,
        client_code: `C-${i}`,
      }),
    )
    // What is ordered says for whom it was taken.
    await aProduct(site.t, a, { name: `Peça ${company_name}`, code: `90${i}`, price: '10,00' })
  }
})
after(async () => {
  await site.close()
})
const origin = () => site.at(a.path)
const strip = (page: Page) => page.getByRole('region', { name: 'Para quem é o pedido' })
const lines = (page: Page) => page.getByRole('list', { name: 'Itens do pedido' }).getByRole('listitem')
const orders = async () =>
  (
    await site.t.owner.query(
      `select o.id, o.client_id, o.name, o.phone, o.client_code, o.description,
        (select json_agg(l.name) from order_lines l where l.company_id = o.company_id and l.order_id = o.id) as lines
       from orders o where o.company_id = $1 order by o.id`,
      [a.id],
    )
  ).rows
type Name = (typeof NAMES)[number]
/** What the walk knows of the device: for whom the open order is. */
interface Walk {
  page: Page
  now: Name | null
  /** Who may stand in the open order: whom it was for, and whom *Trocar* named. */
  given: Map<Name, Set<Name>>
  pick: <T>(list: readonly T[]) => T
}
const givenTo = (w: Walk, name: Name) => {
  const set = w.given.get(name) ?? new Set<Name>([name])
  w.given.set(name, set)
  return set
}
async function pad({ page }: Walk): Promise<void> {
  await page.goto(`${origin()}/pedido`)
  await page.getByRole('combobox', { name: 'Código ou nome' }).waitFor()
  await page.getByText('O catálogo não está inteiro').waitFor({ state: 'detached' })
}
async function choose(w: Walk, name: Name, path: string): Promise<void> {
  await w.page.goto(`${origin()}${path}`)
  await w.page.getByLabel('Buscar cliente').fill(name)
  await w.page
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .last()
    .click()
  await strip(w.page).getByText(name).waitFor()
}
const acts: Record<string, (w: Walk) => Promise<void>> = {
  async start(w) {
    const name = w.pick(NAMES)
    await choose(w, name, '/pedido/cliente')
    w.now = name
  },
  async add(w) {
    if (!w.now) return acts.start?.(w)
    await pad(w)
    await w.page.getByRole('combobox', { name: 'Código ou nome' }).fill(`90${NAMES.indexOf(w.now)}`)
    await w.page.keyboard.press('Enter')
    await w.page.keyboard.press('Enter')
    await lines(w.page)
      .filter({ hasText: `Peça ${w.now}` })
      .waitFor()
  },
  async note(w) {
    await w.page.goto(`${origin()}/dashboard/shoppingcart`)
    await w.page.getByRole('heading', { name: 'Seu pedido' }).waitFor({ state: 'attached' })
    const field = w.page.getByLabel('Observação')
    if (w.now && (await field.count()) > 0) await field.fill(`recado para ${w.now}`)
  },
  async change(w) {
    if (!w.now) return
    const to = w.pick(NAMES.filter((n) => n !== w.now))
    await pad(w)
    const held = (await lines(w.page).count()) > 0
    await strip(w.page).getByRole('link', { name: 'Trocar' }).click()
    await w.page.getByLabel('Buscar cliente').fill(to)
    await w.page
      .getByRole('listitem')
      .getByRole('button', { name: new RegExp(`^${to}`) })
      .last()
      .click()
    await strip(w.page).getByText(to).waitFor()
    const joined = (await w.page.getByText('já tinha um pedido aberto', { exact: false }).count()) > 0
    if (held && !joined) {
      for (const n of givenTo(w, w.now)) givenTo(w, to).add(n)
      w.given.delete(w.now)
    }
    w.now = to
  },
  async send(w) {
    if (!w.now) return
    await w.page.goto(`${origin()}/dashboard/shoppingcart`)
    const button = w.page.getByRole('button', { name: 'Enviar pedido' })
    await button.or(w.page.getByText('Seu pedido está vazio')).first().waitFor()
    if ((await button.count()) === 0) return
    const before = (await orders()).length
    await button.click()
    await w.page
      .getByRole('heading', { name: /enviado/ })
      .first()
      .waitFor()
    const [o] = (await orders()).slice(before)
    const [client, i] = [people.get(w.now) as Person, NAMES.indexOf(w.now)]
    assert.deepEqual(
      [Number(o.client_id), o.name, o.phone, o.client_code],
      [client.id, w.now, `1195555000${i}`, `C-${i}`],
    )
    assert.ok(['', `recado para ${w.now}`].includes(o.description), `${o.description} for ${w.now}`)
    for (const line of o.lines as string[])
      assert.ok(givenTo(w, w.now).has(line.replace('Peça ', '') as Name), `${line} for ${w.now}`)
    w.given.delete(w.now)
    w.now = null
  },
  async empty(w) {
    await w.page.goto(`${origin()}/dashboard/shoppingcart`)
    const button = w.page.getByRole('button', { name: 'Esvaziar', exact: true })
    await button.or(w.page.getByText('Seu pedido está vazio')).first().waitFor()
    if ((await button.count()) === 0) return
    await button.click()
    await w.page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
    await w.page.getByText('Seu pedido está vazio').waitFor()
    if (w.now) w.given.delete(w.now)
    w.now = null
  },
  async repeat(w) {
    const o = w.pick(await orders())
    if (!o) return
    await w.page.goto(`${origin()}/dashboard/orders/${o.id}`)
    await w.page.getByRole('button', { name: 'Repetir' }).click()
    await w.page.getByText(`Pedido para ${o.name}`).waitFor()
    const name = o.name as Name
    for (const line of o.lines as string[]) givenTo(w, name).add(line.replace('Peça ', '') as Name)
    w.now = name
  },
  async reload(w) {
    await w.page.reload()
  },
  async leave(w) {
    await w.page.goto(`${origin()}/dashboard/products`)
    await signOut(w.page)
    const asked = w.page.getByRole('dialog').getByRole('button', { name: 'Confirmar' })
    await asked
      .or(w.page.getByLabel('Senha', { exact: true }))
      .first()
      .waitFor()
    if ((await asked.count()) > 0) await asked.click()
    await w.page.waitForURL(/session\/signin/)
    await signIn(w.page, origin(), a.seller.email)
    w.given.clear()
    w.now = null
  },
}
/** More of what fills and sends than of what takes away. */
const WALK = 'start start add add add note note change change send send send repeat repeat reload empty leave'.split(
  ' ',
)

for (const seed of SEEDS)
  test(`two orders for two clients share no field, whatever is done before (walk ${seed})`, async () => {
    let state = seed
    const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    const page = await browserOf(site, origin(), a.seller.email, PHONE)
    const w: Walk = { page, now: null, given: new Map(), pick }
    const done: string[] = []
    try {
      for (const first of ['start', 'add', 'note', 'send', 'start', 'add', 'send']) await acts[first]?.(w)
      for (let i = 0; i < STEPS; i++) {
        const act = pick(WALK)
        done.push(act)
        await acts[act]?.(w)
      }
    } catch (error) {
      throw new Error(`after ${done.join(', ')}: ${(error as Error).message}`, { cause: error })
    }
    assert.ok((await orders()).length > 1, done.join(', '))
  })
