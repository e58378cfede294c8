// Loads the demo once: Ateliê Jequitibá (id 1) and Casa Aroeira (id 2), their pictures' files first.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { totals } from '#features/orders/rules.ts'
import { addFile, markReady } from '#features/images/server/queries.ts'
import { addProducts, setCategories, setVariations, type Written } from '#features/products/server/index.ts'
import { insertOrder } from '#features/orders/server/queries.ts'
import { arrivalTold } from '#features/orders/server/tell.ts'
import { asTx, inCompany, openPool, type Tx } from '#server/db.ts'
import { hashPassword } from '#server/passwords.ts'
import type { Storage } from '#server/storage.ts'
import { addDays } from '#shared/day.ts'
import { slug } from '#shared/name.ts'
import { fillTalks, fillVisits } from './day.ts'
import { loadPlatform } from './platform.ts'
import { CLIENTS, MAKERS, placeOf, SELLERS } from './people.ts'
import { CATEGORIES, COMMENTS } from './products.ts'
import { copyPictures, pictureOf } from './pictures.ts'
import { createRandom } from './random.ts'

const PASSWORD = 'mostruario'

interface Plan {
  company: number
  tx: Tx
}
/** Loads both companies when there are none; false when there are. */
export async function loadDemo(
  ownerUrl: string,
  appUrl: string,
  storage: Storage,
  now: Date,
  say: (line: string) => void,
): Promise<boolean> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    if ((await owner.query('select 1 from companies limit 1')).rowCount) return false
    say('Carregando a demonstração.')
    await copyPictures(storage)
    const tx = asTx(owner)
    const hash = await hashPassword(PASSWORD)
    await tx.sql`begin`
    await tx.sql`insert into users (company_id, level, name, email, password_hash)
      values (null, 0, 'Operação Mostruário', 'operador@mostruario.test', ${hash})`
    await jequitiba(tx, hash)
    await aroeira(tx, hash)
    await tx.sql`update users set demo = true where not is_visitor`
    await tx.sql`select setval(pg_get_serial_sequence('companies', 'id'), 100)`
    await tx.sql`commit`
  } finally {
    await owner.end()
  }
  const pool = openPool(appUrl, 2, 60_000)
  try {
    await inCompany(pool, 1, async (tx) => {
      const p: Plan = { company: 1, tx }
      await fillCatalogue(p, CATEGORIES, 10)
      await dress(p, 'Ateliê Jequitibá')
      await fillOrders(p, now)
      await fillHome(p, now)
      await fillVisits(tx, 1, now)
      await fillTalks(tx, now)
    })
    await inCompany(pool, 2, async (tx) => {
      const p: Plan = { company: 2, tx }
      await fillCatalogue(
        p,
        CATEGORIES.filter((c) => ['wood', 'leather', 'food'].includes(c.key)),
        4,
      )
      await dress(p, 'Casa Aroeira')
    })
  } finally {
    await pool.end()
  }
  await loadPlatform(appUrl, now)
  return true
}

async function person(
  tx: Tx,
  company: number,
  level: number,
  name: string,
  email: string,
  hash: string | null,
  more: {
    phone?: string
    seller_id?: number | null
    company_name?: string
    document?: string
    city?: string
    code?: string
    price_table?: number
  } = {},
): Promise<number> {
  const at = placeOf(more.city ?? '')
  const row = await tx.first<{ id: number }>`
    insert into users (company_id, level, name, email, password_hash, phone, seller_id, company_name, document,
      address, client_code, price_table, lat, lng)
    values (${company}, ${level}, ${name}, ${email}, ${hash}, ${more.phone ?? ''}, ${more.seller_id ?? null},
      ${more.company_name ?? ''}, ${more.document ?? ''},
      ${{ city: more.city ?? '' }}, ${more.code ?? ''}, ${more.price_table ?? 1},
      ${at.lat}, ${at.lng}) returning id`
  return row?.id as number
}
/** How the demo's company lets its people sell; cents per instalment. */
const TERMS = [
  { name: 'À vista no Pix', instalments: 1, least: 0 },
  { name: '28 dias', instalments: 1, least: 30_000 },
  { name: '30/60 dias', instalments: 2, least: 20_000 },
  { name: '30/60/90 dias', instalments: 3, least: 20_000 },
]
async function jequitiba(tx: Tx, hash: string): Promise<void> {
  await tx.sql`insert into companies (id, path, name, orders_email, valid_until, max_users_admin, max_users_seller,
      max_users_client, max_products, max_price_tables, plan_id, about, city, state,
      address, lat, lang, whatsapp_phone, seller_phone, price_table_active, price_table_config, pedido_pro,
      primary_color, instagram, min_order_cents, payment_terms, settings)
    values (1, 'demo', 'Ateliê Jequitibá', 'pedidos@jequitiba.test', '2035-12-31', 3, 10, 500, 3000, 3, 3,
      'Reunimos o trabalho de artesãos do interior e entregamos a lojas, pousadas e restaurantes de todo o Brasil.',
      'Cunha', 'SP', 'Rua das Olarias, 120', -23.0744, -44.9597, '12997142208', '12997142208', true,
      ${JSON.stringify([{ name: 'Varejo' }, { name: 'Lojista' }, { name: 'Distribuidor' }])}::jsonb, true, '#b4532a',
      'ateliejequitiba', 24000, ${JSON.stringify(TERMS)}::jsonb,
      ${{ general_message: 'Peças novas da queima de outubro\nPedidos até quinta saem na sexta', show_whatsapp_in_toolbar: true, show_entity_on_menu: true }})`
  await person(tx, 1, 1, 'Marina Costa', 'admin@mostruario.test', hash, { phone: '12997140001' })
  const sellers: number[] = []
  for (const s of SELLERS) sellers.push(await person(tx, 1, 2, s.name, s.email, hash, { phone: s.phone }))
  for (const [i, c] of CLIENTS.entries()) {
    const email = i === 0 ? 'cliente@mostruario.test' : `cliente${i + 1}@mostruario.test`
    await person(tx, 1, 3, c.name, email, hash, {
      phone: `129${String(81_000_000 + i * 137_911)}`,
      seller_id: sellers[i % 3] as number,
      company_name: c.company_name,
      city: c.city,
      code: `C${String(i + 1).padStart(3, '0')}`,
      price_table: i % 5 === 4 ? 2 : 1,
    })
  }
  await tx.sql`update users set notes = 'Atende de manhã. Prefere as peças cruas, sem esmalte.'
    where company_id = 1 and client_code = 'C001'`
  await tx.sql`update users set blocked = true, credit_note = 'Duas parcelas em aberto desde outubro.'
    where company_id = 1 and client_code = 'C019'`
  const visitor = await person(tx, 1, 3, 'Visitante', '', null)
  await tx.sql`update companies set public_user = ${visitor} where id = 1`
}
async function aroeira(tx: Tx, hash: string): Promise<void> {
  await tx.sql`insert into companies (id, path, name, orders_email, valid_until, max_users_admin, max_users_seller,
      max_users_client, city, state, whatsapp_phone, seller_phone, primary_color, settings)
    values (2, 'aroeira', 'Casa Aroeira', 'pedidos@aroeira.test', '2035-12-31', 1, 2, 100, 'Tiradentes', 'MG',
      '32991110022', '32991110022', '#1f5f4a', '{"show_whatsapp_in_toolbar":true}')`
  await person(tx, 2, 1, 'Caio Aroeira', 'admin@aroeira.test', hash)
  await person(tx, 2, 2, 'Lívia Reis', 'vendedora@aroeira.test', hash, { phone: '32991110033' })
  const visitor = await person(tx, 2, 3, 'Visitante', '', null)
  await tx.sql`update companies set public_user = ${visitor} where id = 2`
}

/** The path of a picture of the demo, the company's from now on. */
async function picture({ tx, company }: Plan, name: string): Promise<{ hash: string; path: string }> {
  const { hash, bytes, width, height, thumbhash } = pictureOf(name)
  await addFile(tx, company, { hash, type: 'webp', bytes, width, height, thumbhash })
  await markReady(tx, hash)
  return { hash, path: `/files/${hash}.webp` }
}
async function dress(p: Plan, name: string): Promise<void> {
  const logo = await picture(p, `${slug(name)}-logo`)
  const mobile = await picture(p, `${slug(name)}-banner-mobile`)
  const desktop = await picture(p, `${slug(name)}-banner-desktop`)
  await p.tx.sql`update companies set logo = ${logo.path},
    settings = settings || ${{ banner_mobile: mobile.path, banner_desktop: desktop.path }} where id = ${p.company}`
}

const round = (c: number) => Math.round(c / 10) * 10
async function fillCatalogue(p: Plan, categories: typeof CATEGORIES, each: number): Promise<void> {
  const { tx, company } = p
  const random = createRandom(`demo/${company}`)
  const makers = new Map<string, number>()
  for (const [i, m] of MAKERS.entries()) {
    const logo = await picture(p, `${m.code}-portrait`)
    const cover = await picture(p, `${m.code}-cover`)
    const at = placeOf(m.city)
    const row = await tx.first<{
      id: number
    }>`insert into entities (company_id, type, code, name, company_name, about, city, state, logo, cover, phone,
      social_link, "order", lat, lng)
      values (${company}, ${m.type}, ${m.code}, ${m.name}, ${m.company_name}, ${m.about}, ${m.city}, ${m.state}, ${logo.path},
        ${cover.path}, ${m.phone}, ${m.social_link}, ${i}, ${at.lat}, ${at.lng}) returning id`
    makers.set(m.code, row?.id as number)
  }
  for (const [ci, c] of categories.entries()) {
    const lines = c.lines
      .trim()
      .split('\n')
      .slice(0, each)
      .map((l) => l.split('|').map((x) => x.trim()) as [string, string, string])
    const face = await picture(p, slug(lines[0]?.[0] ?? ''))
    const category = await tx.first<{
      id: number
    }>`insert into categories (company_id, name, image, "order") values (${company}, ${c.name}, ${face.path}, ${ci})
      returning id`
    const written = lines.map(([name, price, description], i): Written => {
      const cents = Number(price) * 100
      const n = ci * 10 + i
      return {
        name,
        code: `${c.prefix}-${String(i * 7 + 14).padStart(3, '0')}`,
        code_2: '',
        reference: `${c.prefix}${1000 + n}`,
        ean: ean13(company, n),
        price: n % 41 === 40 ? null : cents,
        price2: round(cents * 0.85),
        price3: round(cents * 0.72),
        price_promo: n % 9 === 1 ? round(cents * 0.85) : null,
        description,
        additional_text: i % 3 === 0 ? 'Feito à mão: cor e medida variam um pouco de peça para peça.' : '',
        tags: [
          n % 7 === 0 && 'Novidade',
          cents < 5000 && 'Até R$ 50',
          n % 5 === 2 && 'Presente',
          ['food', 'candles', 'cosmetics'].includes(c.key) && 'Feito este mês',
        ].filter((t): t is string => !!t),
        // The shelf goes round the categories, so that the first screen shows the whole house.
        order: i * categories.length + ((ci * 5) % categories.length),
        active: true,
        stock: n % 17 === 16 ? 0 : n % 6 === 0 ? random.int(6, 60) : null,
        min_quantity: ['candles', 'cosmetics', 'food'].includes(c.key) ? 6 : 1,
        multiple: ['candles', 'cosmetics', 'food'].includes(c.key) ? 6 : 1,
      }
    })
    const ids = await addProducts(tx, company, written)
    for (const [i, id] of ids.entries()) {
      await setCategories(tx, company, id, [category?.id as number])
      await tx.sql`update products set entity_id = ${makers.get(c.maker) ?? null} where id = ${id}`
      const photo = slug(written[i]?.name ?? '')
      for (const [slot, name] of (i % 5 === 0 ? [photo, `${photo}-detail`] : [photo]).entries()) {
        const { hash } = await picture(p, name)
        await tx.sql`insert into product_images (company_id, product_id, slot, hash)
          values (${company}, ${id}, ${slot + 1}, ${hash})`
      }
      if (c.axes && i % 2 === 0) await setVariations(tx, company, id, choices(c.axes, written[i] as Written))
    }
  }
}
/** Every combination of the axes; a bigger size costs more, the last one is sold out. */
function choices(axes: Record<string, string[]>, p: Written) {
  const all = Object.entries(axes).reduce<Record<string, string>[]>(
    (list, [axis, values]) => list.flatMap((s) => values.map((v) => ({ ...s, [axis]: v }))),
    [{}],
  )
  const more: Record<string, number> = { M: 1.33, G: 1.84 }
  return all.map((specs, i) => ({
    specs,
    code: '',
    ean: '',
    surcharge: 0,
    image: '',
    price: specs.Tamanho && more[specs.Tamanho] ? round((p.price ?? 0) * (more[specs.Tamanho] ?? 1)) : null,
    stock: all.length > 6 && i === all.length - 1 ? 0 : i % 4 === 3 ? 14 : null,
  }))
}
function ean13(company: number, n: number): string {
  const base = `789${company}${String(10_000_000 + n * 7919).slice(0, 8)}`.padEnd(12, '0').slice(0, 12)
  const sum = [...base].reduce((s, d, i) => s + Number(d) * (i % 2 ? 3 : 1), 0)
  return base + ((10 - (sum % 10)) % 10)
}

/** Commissions, targets of this month, and clients who looked at the catalogue these days. */
async function fillHome({ tx, company }: Plan, now: Date): Promise<void> {
  await tx.sql`insert into commission_rates (company_id, rate_bp, since) values (${company}, 500, '2020-01-01')`
  await tx.sql`insert into sales_targets (company_id, seller_id, month, cents)
    select company_id, id, date_trunc('month', ${now}::timestamptz)::date, 400000 + 100000 * (row_number() over (order by id))
    from users where level = 2 and deleted_at is null`
  await tx.sql`insert into openings (company_id, user_id, day, at)
    select company_id, id, (${now}::timestamptz - make_interval(days => n))::date, ${now}::timestamptz - make_interval(days => n)
    from (select company_id, id, (row_number() over (order by id))::int % 5 as n from users
      where level = 3 and not is_visitor order by id limit 9) u`
}
const ENDS = [
  'entregue',
  'entregue',
  'entregue',
  'enviado',
  'faturado',
  'confirmado',
  'novo',
  'cancelado',
  'aguardando_aprovacao',
  'ajuste_solicitado',
  'orcamento',
  'novo',
] as const
const ROADS: Record<string, string[]> = {
  entregue: ['confirmado', 'faturado', 'enviado', 'entregue'],
  enviado: ['confirmado', 'faturado', 'enviado'],
  faturado: ['confirmado', 'faturado'],
  confirmado: ['confirmado'],
  cancelado: ['cancelado'],
}
/** Sixty orders of the last months, in every status, through the same function that a real order takes. */
async function fillOrders({ tx, company }: Plan, now: Date): Promise<void> {
  const random = createRandom('orders')
  const clients = await tx.sql<{
    id: number
    name: string
    company_name: string
    phone: string
    seller_id: number
    client_code: string
    seller_name: string
  }>`
    select c.*, s.name as seller_name from users c join users s on s.id = c.seller_id where c.level = 3 order by c.id`
  const products = await tx.sql<{
    id: number
    name: string
    code: string
    ean: string
    price: number
    multiple: number
    photo: string
  }>`
    select p.id, p.name, p.code, p.ean, p.price, p.multiple, '/files/' || i.hash || '.webp' as photo from products p
    join product_images i on i.product_id = p.id and i.slot = 1
    where p.price is not null and p.stock is null and not exists (select 1 from variations v where v.product_id = p.id)
      order by p.id`
  const total = 60
  for (let n = 0; n < total; n++) {
    const client = clients[(n * 7) % clients.length] as (typeof clients)[number]
    const age = Math.round(((total - n) / total) ** 1.4 * 150)
    const at = new Date(now.getTime() - age * 86_400_000 - random.int(1, 9) * 3_600_000)
    const end = age > 20 ? (ENDS[n % 8] as string) : (ENDS[n % ENDS.length] as string)
    const picked = new Set(Array.from({ length: random.int(1, 6) }, () => random.int(0, products.length - 1)))
    const lines = [...picked].map((at2, i) => {
      const p = products[at2] as (typeof products)[number]
      const quantity = p.multiple * random.int(1, 4)
      return {
        line: i + 1,
        product_id: p.id,
        variation_id: null,
        code: p.code,
        name: p.name,
        specs: {},
        ean: p.ean,
        photo: p.photo,
        quantity,
        unit_price: p.price,
        discount_bp: 0,
        discount: 0,
        total: p.price * quantity,
        counted: false,
      }
    })
    const discount_bp = n % 6 === 0 ? 500 : 0
    const sum = totals(lines, discount_bp)
    const start = ['aguardando_aprovacao', 'ajuste_solicitado', 'orcamento'].includes(end) ? end : 'novo'
    const bySeller = n % 3 === 0
    const order = {
      cart_id: randomBytes(16).toString('hex'),
      lines_hash: '',
      receipt_token: randomBytes(18).toString('base64url'),
      status: start,
      reasons: end === 'aguardando_aprovacao' ? ['desconto_acima'] : [],
      origin: bySeller ? 'vendedor' : 'cliente',
      channel: 'app',
      session_kind: 'user',
      seller_id: client.seller_id,
      seller_name: client.seller_name,
      created_by: bySeller ? client.seller_id : client.id,
      client_id: client.id,
      client_code: client.client_code,
      name: client.name,
      email: '',
      phone: client.phone,
      document: '',
      company_name: client.company_name,
      address: {},
      description: random.pick(COMMENTS),
      additional_field: '',
      additional_name: '',
      currency: 'BRL',
      exchange_rate: '1',
      price_table: 1,
      catalogue_version: 1,
      subtotal: sum.subtotal,
      discount_bp,
      discount: sum.discount,
      total: sum.total,
      items_count: sum.pieces,
      diff: [],
      revision: end === 'orcamento' ? 1 : 0,
      valid_until: end === 'orcamento' ? addDays(at.toISOString().slice(0, 10), 10) : null,
      queued: false,
      payment_term: '',
      delivery_date: null,
      utm: {},
      taken_at: at,
      received_at: at,
      who: bySeller ? client.seller_name : client.name,
    }
    // Only what still waits is news.
    const told = end === 'novo' ? arrivalTold({ ...order, status: 'novo' }, order.created_by, at) : []
    const { order_id } = await insertOrder(tx, order, { lines, refuseShort: false, told })
    let from = start
    for (const [step, to] of (ROADS[end] ?? []).entries()) {
      const when = new Date(Math.min(now.getTime(), at.getTime() + (step + 1) * 26 * 3_600_000))
      await tx.sql`update orders set status = ${to}, updated_at = ${when} where id = ${order_id}`
      await tx.sql`insert into order_events (company_id, order_id, at, who, from_status, to_status, reason)
        values (${company}, ${order_id}, ${when}, 'Marina Costa', ${from}, ${to},
          ${to === 'cancelado' ? 'Cliente desistiu' : ''})`
      from = to
    }
    // The demo's past orders need no mail.
    await tx.sql`update person_notices set mail_at = null where mail_at is not null`
    await tx.sql`update orders set mailed_at = received_at where id = ${order_id}`
  }
}
