// What people do in the demonstration before the pictures of screens that begin empty: every row is somebody's act,
// through the door that a browser uses, and what stands at the other end answers for itself.
import sharp from 'sharp'
import { platformDay } from '#features/platform/server/index.ts'
import { pictureAt } from '#shared/picture.ts'
import { addDays } from '#shared/day.ts'
import { type FeedSimulator, feedSimulator } from '../../test/feed_simulator.ts'
import { type WebhookSimulator, webhookSimulator } from '../../test/webhook_simulator.ts'
import type { Demonstration } from './demonstration.ts'

interface Others {
  stock: WebhookSimulator
  books: WebhookSimulator
  feeds: Record<'factory' | 'autumn' | 'away', FeedSimulator>
  origins: string[]
  close: () => void
}
/** Systems of others, on this machine. */
export async function startOthers(): Promise<Others> {
  const [stock, books, factory, autumn, away] = await Promise.all([
    webhookSimulator(),
    webhookSimulator(),
    feedSimulator(),
    feedSimulator(),
    feedSimulator(),
  ])
  const all = [stock, books, factory, autumn, away]
  const close = () => {
    for (const one of all) one.close()
  }
  return { stock, books, feeds: { factory, autumn, away }, origins: all.map((one) => one.origin), close }
}
type Send = (method: string, path: string, body?: object | FormData) => Promise<any>
const at =
  ({ port }: Demonstration, token?: string): Send =>
  async (method, path, body) => {
    const form = body instanceof FormData
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !form && { 'content-type': 'application/json' }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    })
    const said = (await answer.json()) as { data: unknown }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`)
    return said.data
  }
async function as(demo: Demonstration, name: string): Promise<Send> {
  const email = `${name}@mostruario.test`
  const { token } = await at(demo)('POST', '/api/v1/auth/login', { email, password: 'mostruario' })
  return at(demo, token)
}
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (await holds()) return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error(`never: ${what}`)
}

export async function act(demo: Demonstration, others: Others): Promise<void> {
  const admin = await as(demo, 'admin')
  for (const step of [
    () => linkSystems(demo, admin, others),
    () => makeKeys(demo, admin),
    () => fetchFeeds(admin, others),
    () => addPages(demo, admin),
    () => runPlatform(demo),
  ])
    await step().catch((e: unknown) => {
      // The other pictures are taken all the same.
      process.stderr.write(`${String(e)}\n`)
      process.exitCode = 1
    })
}
/** What is ordered without choosing among variations. */
const PLAIN = ['Carrinho de madeira', 'Caminhão baú']
/** One system takes everything, the other is down since this morning. */
async function linkSystems(demo: Demonstration, admin: Send, { stock, books }: Others): Promise<void> {
  const link = async (there: WebhookSimulator, name: string, events: string[]) => {
    const made = await admin('POST', '/api/v2/webhooks', { name, url: `${there.origin}/mostruario`, events })
    there.secret = made.secret
    return made.webhook.id as number
  }
  const events = ['order.created', 'order.changed', 'product.changed']
  const first = await link(stock, 'Estoque da loja', events)
  const second = await link(books, 'Escritório de contabilidade', ['order.created'])
  books.answer = 503
  await admin('POST', `/api/v2/webhooks/${first}/test`)
  const client = await as(demo, 'cliente')
  const products: { id: number; name: string }[] = await admin('GET', '/api/v1/products?limit=100')
  for (const product of products.filter((p) => PLAIN.includes(p.name))) {
    const lines = [{ product_id: product.id, quantity: 6 }]
    await client('POST', '/api/v2/companies/1/order_cart', {
      name: 'Padaria Pires',
      phone: '(12) 99714-2208',
      cart_id: `pictures-${product.id}`,
      product_json: JSON.stringify(lines),
    })
  }
  await until('the office was asked', async () => books.asked > 0)
  await until('the stock heard', async () =>
    (await admin('GET', '/api/v2/webhooks')).every(
      (w: { id: number; waiting: number }) => w.id === second || w.waiting === 0,
    ),
  )
}
/** One is used, one ends soon, one is over, one was taken back. */
async function makeKeys(demo: Demonstration, admin: Send): Promise<void> {
  const today = demo.kit.clock.now().toISOString().slice(0, 10)
  const make = (name: string, scopes: string[], days?: number) =>
    admin('POST', '/api/v2/keys', { name, scopes, ...(days !== undefined && { expires_on: addDays(today, days) }) })
  demo.daysAgo(40)
  await make('Feira de outubro', ['products:read'], -20)
  const old = await make('Loja antiga', ['products:read', 'orders:read'])
  demo.daysAgo(0)
  const { token } = await make('ERP da loja', ['products:read', 'products:write', 'orders:read'])
  await at(demo, token)('GET', '/api/v1/products?limit=1')
  await make('Painel de vendas', ['orders:read'], 6)
  await admin('DELETE', `/api/v2/keys/${old.key.id}`)
}
/** One brings two prices, one would change too much, one is not there. */
async function fetchFeeds(admin: Send, { feeds }: Others): Promise<void> {
  const products: { code: string; name: string; price: string }[] = await admin('GET', '/api/v1/products?limit=40')
  const list = (rows: typeof products, price: string) =>
    `código;nome;preço\n${rows.map((p, i) => `${p.code};${p.name};${i < 2 ? price : p.price}`).join('\n')}\n`
  feeds.factory.body = list(products, '61,00')
  feeds.autumn.body = `código;nome;preço\n${products.map((p) => `${p.code};${p.name};88,00`).join('\n')}\n`
  feeds.away.status = 404
  const add = async (there: FeedSimulator, name: string, at_hour: number) => {
    const feed = { name, url: `${there.origin}/lista.csv`, mode: 'update', percent: 20, at_hour }
    const { id } = await admin('POST', '/api/v2/feeds', feed)
    await admin('POST', `/api/v2/feeds/${id}/run`, {})
    await until(`${name} was fetched`, async () => {
      const one = (await admin('GET', '/api/v2/feeds')).find((f: { id: number }) => f.id === id)
      return one.run !== null && one.run.status !== 'andando'
    })
  }
  await add(feeds.factory, 'Lista da fábrica', 6)
  await add(feeds.away, 'Estoque do galpão', 22)
  await add(feeds.autumn, 'Tabela de verão', 7)
}
/** Four whole pages, of the company's own photos. */
async function addPages(demo: Demonstration, admin: Send): Promise<void> {
  const [opening] = await admin('GET', '/api/v1/categories')
  const products: { foto1: string }[] = await admin('GET', '/api/v1/products?limit=8')
  const photos = products.map((p) => p.foto1).slice(0, 4)
  const kinds = ['capa', 'interna', 'abertura', 'fim']
  const form = new FormData()
  const pages = kinds.map((kind) => ({ kind, category_id: kind === 'abertura' ? opening.id : null, image_path: '' }))
  form.set('pages', JSON.stringify(pages))
  for (const [n, path] of photos.entries()) {
    const photo = await fetch(`http://127.0.0.1:${demo.port}${pictureAt(path, 1600)}`)
    const page = await sharp(await photo.arrayBuffer())
      .resize(1240, 1754, { fit: 'cover' })
      .jpeg()
      .toBuffer()
    form.set(`images[${n}]`, new Blob([new Uint8Array(page)], { type: 'image/jpeg' }), `pagina-${n + 1}.jpg`)
  }
  await admin('POST', '/api/v2/pages/update', form)
}
const PAYER = { frequency: 'monthly', billing_document: '529.982.247-25', phone: '(11) 91234-5678' }
/** Four that pay, of which one is late; one that has not paid yet; proposals, resellers, a request without a session. */
async function runPlatform(demo: Demonstration): Promise<void> {
  const operator = await as(demo, 'operador')
  const companies: { id: number; name: string }[] = await operator('GET', '/api/v1/companies?limit=50')
  const of = (name: string) => companies.find((c) => c.name === name)?.id as number
  const subscribe = async (name: string, plan_id: number, option: string, days: number, pays = true) => {
    demo.daysAgo(days)
    const billing = {
      billing_name: `${name} Ltda`,
      billing_email: `financeiro@${name.split(' ')[0]?.toLowerCase()}.test`,
    }
    await operator('POST', '/api/v2/subscription/', { ...PAYER, ...billing, company_id: of(name), plan_id, option })
    if (!pays) return
    const [{ invoice }] = await operator('GET', `/api/v2/subscriptions?text=${encodeURIComponent(name)}`)
    await operator('POST', `/api/v2/subscriptions/invoices/${invoice.id}/confirm`, { amount: invoice.amount })
  }
  demo.daysAgo(70)
  const day = demo.kit.clock.now().toISOString().slice(0, 10)
  const most = {
    max_users_admin: '1',
    max_users_seller: '2',
    max_users_client: '50',
    orders_email: 'pedidos@demo.test',
  }
  companies.push(
    await operator('POST', '/api/v1/companies', { name: 'Móveis Pau-Brasil', valid_until: addDays(day, 14), ...most }),
  )
  await subscribe('Móveis Pau-Brasil', 1, 'mensal', 68)
  await subscribe('Cerâmica do Vale', 2, 'mensal', 36)
  await subscribe('Doces da Olívia', 2, 'pix', 20)
  await subscribe('Linho & Mar', 3, 'mensal', 12)
  await subscribe('Ferragens Brandão', 1, 'mensal', 1, false)
  const need = {
    selectedProducts: 700,
    selectedSellers: 3,
    consultantName: 'Ana Paula',
    consultantPhone: '(11) 98765-0000',
  }
  demo.daysAgo(9)
  await operator('POST', '/api/v2/proposals', { ...need, prospect: 'Bordados da Serra' })
  demo.daysAgo(2)
  const seen = await operator('POST', '/api/v2/proposals', { ...need, prospect: 'Rede Casa Nova', selectedSellers: 9 })
  for (let n = 0; n < 3; n++) await at(demo)('GET', `/api/v2/proposals/${seen.token}`)
  demo.daysAgo(0)
  const taken = await operator('POST', '/api/v2/proposals', {
    ...need,
    prospect: 'Empório Girassol',
    companyId: of('Empório Girassol'),
  })
  await at(demo)('GET', `/api/v2/proposals/${taken.token}`)
  await operator('POST', '/api/v2/subscription/', {
    ...PAYER,
    billing_name: 'Empório Girassol Ltda',
    billing_email: 'financeiro@girassol.test',
    company_id: of('Empório Girassol'),
    plan_id: taken.recommendedPlan.id,
    option: 'pix',
    proposta: taken.token,
  })
  await operator('POST', '/api/v2/proposals', {
    ...need,
    prospect: 'Ateliê das Águas',
    selectedProducts: 120,
    selectedSellers: 1,
  })
  for (const [name, redirect_link, ...brought] of RESELLERS) {
    const { id } = await operator('POST', '/api/v2/resellers', { name, redirect_link })
    for (const company of brought) await operator('PUT', `/api/v1/companies/${of(company)}`, { reseller_id: id })
  }
  await operator('POST', '/api/v2/companies/1/visit', { reason: 'Ajudar com a primeira planilha' })
  await operator('PUT', '/api/v2/platform', { trial_days: 21 })
  await platformDay(demo.kit)
}
const RESELLERS = [
  ['Rep Norte', 'https://repnorte.com.br/assine', 'Papelaria Tupi', 'Ferragens Brandão'],
  ['Sul Sistemas', 'https://sulsistemas.com.br/mostruario', 'Linho & Mar'],
  ['Agreste Digital', 'https://agreste.digital/planos'],
] as const
