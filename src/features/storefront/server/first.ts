// The first HTML of an address: always what the public session may see, never more.
import * as z from 'zod/mini'
import { categoryShape } from '#features/categories/contract.ts'
import { findShelves } from '#features/categories/server/index.ts'
import { type Company, companyShape } from '#features/companies/contract.ts'
import { findCompany, projectCompany } from '#features/companies/server/index.ts'
import { productShape } from '#features/products/contract.ts'
import { offeredTags } from '#features/products/rules.ts'
import {
  countStanding,
  countPromoted,
  countTags,
  filterOf,
  findProducts,
  projectorFor,
} from '#features/products/server/index.ts'
import { type Projection, projectionOf } from '#features/readers/server/index.ts'
import { findUser } from '#features/users/server/index.ts'
import { userShape } from '#features/users/contract.ts'
import { pathOfHost } from '#features/sessions/rules.ts'
import { catalogueOrigin } from '#server/addresses.ts'
import { dayIn } from '#server/clock.ts'
import { inCompany, type Tx } from '#server/db.ts'
import { isClosed, type Kit } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { routeAt } from '#shared/routes.ts'
import { pictureAt } from '#shared/picture.ts'
import { PLATFORM_COLOUR } from '#shared/colour.ts'
import type { First as Shown } from '../screen.ts'
import { faceOf, iconAddress, PLATFORM } from './face.ts'
import type { Content, Look } from './html.ts'
import { findMovedPath, findStorefront } from './queries.ts'
import { organization, readPage, shareProduct } from './share.ts'

/** What the web's own code draws on the server. */
export interface Draw {
  render: (screen: Shown) => string
  renderBar: (company: Company) => string
}
export interface First {
  /** The company's path now, when the one asked for was its before. */
  moved?: string
  key: string
  /** Anybody can make up such an address. */
  passing: boolean
  look: Look
  /** No company has this host. */
  tenant?: false
  make: (draw: Draw) => Promise<Content>
}
const PAGE = 24
/** As many as a sign-in has room for. */
const MOST_PHOTOS = 12
const account = z.object({ kind: z.enum(['user', 'public']), user: userShape, company: z.nullable(companyShape) })

/** `shell`: the same for every address, with the visitor's account and the bar only. */
export async function readFirst(kit: Kit, path: string, url: URL, now: Date, shell = false): Promise<First> {
  const front = path ? await findStorefront(kit.db, path) : undefined
  const address = front && path !== '1' ? catalogueOrigin(kit.config, path) : kit.config.publicUrl
  const plain: Look = {
    name: 'Mostruário',
    title: 'Mostruário',
    description: 'Catálogo e pedidos',
    colour: PLATFORM_COLOUR,
    picture: '',
    url: address + url.pathname,
    icon: '',
    touch: iconAddress(PLATFORM, '180'),
    noindex: true,
    data: null,
  }
  if (!front) {
    const moved = path ? await findMovedPath(kit.db, path) : null
    return {
      key: `none:${path}:${plain.url}`,
      passing: true,
      look: plain,
      tenant: false,
      ...(moved && { moved }),
      make: async () => ({
        markup: '',
        boot: { ...(shell && { shell }), ...(isOthers(kit, path) && { unknown: true }) },
        banner: '',
      }),
    }
  }
  const code = url.pathname === '/dashboard/products' ? (url.searchParams.get('product_code') ?? '').slice(0, 60) : ''
  const at = routeAt(url.pathname)
  const first = !isClosed(front, now) && front.has_public_user ? at?.route.first : undefined
  const platform = at?.route.platform
  const wearsPlatform = platform === 'everywhere' || (platform === 'alone' && path === '1')
  const isCatalogue = first === 'cards' || first === 'data'
  const isPublicPage = first === 'bar'
  const caller: Caller = { ...front, hidden_categories: front.hidden_categories.map(Number) }
  return inCompany(kit.pool, front.company_id, async (tx) => {
    const row = await findCompany(tx, front.company_id)
    if (!row)
      return {
        key: `none:${plain.url}`,
        passing: true,
        look: plain,
        make: async () => ({ markup: '', boot: shell ? { shell } : {}, banner: '' }),
      }
    const company = projectCompany(row, 3, now)
    const where = company.city ? `${company.name}, ${company.city}` : company.name
    const look: Look = {
      name: company.name,
      title: company.name,
      colour: wearsPlatform ? PLATFORM_COLOUR : company.primary_color,
      url: address + url.pathname,
      icon: pictureAt(company.logo, 160),
      touch: iconAddress(faceOf(company), '180'),
      noindex: !isCatalogue && !isPublicPage,
      data: organization(company, address),
      description: `Catálogo de ${where}. Escolha os produtos e envie o pedido em um minuto.`,
      picture: company.logo ? address + pictureAt(company.logo, 'share') : '',
    }
    const vend = Number(/^\d{1,15}$/.exec(url.searchParams.get('vend') ?? '')?.[0]) || undefined
    const p = await projectionOf(tx, caller, now, { seller_id: vend })
    const key = `${p.key}|${isCatalogue}|${code}|${look.url}`
    const passing = code !== '' || !at?.route.first || at.path !== url.pathname
    if (!isCatalogue) {
      const closed = { name: company.name, phone: company.seller_phone || company.whatsapp_phone }
      return {
        key: `${key}|${isClosed(front, now)}`,
        passing,
        look,
        make: async ({ renderBar }) => {
          if (isClosed(front, now) || !front.has_public_user)
            return { markup: '', boot: { closed, ...(shell && { shell }) }, banner: '' }
          const boot = await visitorBoot(kit, caller, company)
          if (at?.path === '/session/signin') {
            const photos = await inCompany(kit.pool, front.company_id, (inner) => readPhotos(inner, caller, p, now))
            return { markup: '', boot: { ...boot, photos }, banner: '' }
          }
          if (shell) return { markup: renderBar(company), boot: { ...boot, shell }, banner: '' }
          if (!at || !isPublicPage) return { markup: '', boot, banner: '' }
          const { banner, ...planted } = await inCompany(kit.pool, front.company_id, (inner) =>
            readPage(inner, p, at, company, look, address),
          )
          return { markup: renderBar(company), boot: { ...boot, ...planted }, banner }
        },
      }
    }
    if (code) await shareProduct(tx, caller, p, code, now, look, address)
    const make: First['make'] = ({ render }) =>
      inCompany(kit.pool, front.company_id, async (inner) => {
        const screen = await readScreen(inner, caller, p, company, now)
        const boot = {
          ...(await visitorBoot(kit, caller, company)),
          products: values(z.array(productShape), screen.products),
          categories: values(z.array(categoryShape), screen.categories),
          total: screen.total,
          tags: screen.tags,
          promos: screen.promos,
        }
        return {
          markup: first === 'data' ? '' : render(screen),
          boot,
          banner: pictureAt(company.settings.banner_mobile ?? '', 800),
          asksPrices: caller.hide_price && company.price_approval,
        }
      })
    return { key, passing, look, make }
  })
}
/** Whether a host that no company has is no host of the platform's own either. */
const isOthers = ({ config }: Kit, path: string) =>
  !['', '1', ...[new URL(config.publicUrl).hostname, config.baseDomain].map(pathOfHost)].includes(path)
/** As the browser has it once it is decoded, and nothing beside what its shape names: the first screen has no decoder. */
const values = <S extends z.ZodMiniType>(shape: S, value: z.output<S>) => z.decode(shape, z.encode(shape, value))
/** The public session's account, so that the screen needs no answer to begin. */
async function visitorBoot(kit: Kit, caller: Caller, company: Company) {
  const user = await inCompany(kit.pool, caller.company_id, (tx) => findUser(tx, caller.user_id))
  return user ? { account: values(account, { kind: 'public', user, company }) } : {}
}
async function readScreen(tx: Tx, caller: Caller, p: Projection, company: Company, now: Date): Promise<Shown> {
  const filter = filterOf(p)
  const rows = await findProducts(tx, filter, 'order', PAGE, 0)
  const { rows: categories } = await findShelves(tx, p.hidden_categories)
  return {
    company,
    categories,
    products: rows.map(await projectorFor(tx, p, caller, now)),
    total: await countStanding(tx, filter),
    tags: company.tag_active ? offeredTags((await countTags(tx, filter)).map((c) => [c.tag, c.n])) : [],
    currency: caller.currency,
    orders: caller.orders_open,
    promos: await readPromos(tx, caller, filter, now),
  }
}
/** Photos of what visitors see first, each once. */
async function readPhotos(tx: Tx, caller: Caller, p: Projection, now: Date): Promise<string[]> {
  const rows = await findProducts(tx, filterOf(p), 'order', PAGE, 0)
  const shown = rows.map(await projectorFor(tx, p, caller, now)).filter((x) => x.images[0]?.ready)
  return [...new Set(shown.map((x) => x.foto1))].slice(0, MOST_PHOTOS)
}
/** What visitors see on promotion; nothing where they see no prices. */
async function readPromos(tx: Tx, caller: Caller, filter: Parameters<typeof countPromoted>[1], now: Date) {
  const none = { count: 0, until: null }
  return caller.hide_price
    ? none
    : ((await countPromoted(tx, { ...filter, promoted: dayIn(caller.time_zone, now) })) ?? none)
}
