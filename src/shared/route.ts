// A row of the table of routes (routes.ts): what it may say of an address.

/** Who is at the screen. `visitor`: the session that strangers share. */
export type Role = 'operator' | 'admin' | 'seller' | 'client' | 'visitor'
/** An address, or what makes one of the words after the question mark. */
type Lead = string | ((search: string) => string)
export interface InMenu {
  /** `orders`: stands on the screens of orders only, instead of the same entries elsewhere. */
  group: 'main' | 'orders' | 'company' | 'platform'
  /** The place in its group. */
  at: number
  name: string
  icon: string
  /** Other than those who find the screen. */
  who?: readonly Role[]
  /** Only where the company takes orders, shows its digital order, has both, shows profiles. */
  when?: 'orders' | 'digital' | 'pad' | 'profiles'
  badge?: 'cart' | 'new' | 'messages'
  /** One of several addresses of the row. */
  href?: string
}
/** On whose devices something stays: everybody's, those of people with a name, those of the company's people. */
export type Keeper = 'visitor' | 'client' | 'staff'
export interface Route {
  /** Who finds a screen here; `anybody` needs no session. Nobody: it only leads elsewhere, or is not built yet. */
  who: readonly Role[] | 'anybody'
  /** Where it leads others; for whom it leads nowhere there is no such screen. */
  leads?: Partial<Record<Role | 'nobody', Lead>>
  /** The tab's title, {name} is the company's, and stands behind it where nobody need be in;
   * a screen without one says it when it has read whose it is. */
  title?: string
  menu?: readonly InMenu[]
  /** The menu lies over the screen at every width. */
  over?: true
  /** The address of a company's host lets anybody in as a visitor; `product_code`: when the
   * address asks for one product. */
  walkIn?: true | 'product_code'
  /** What the first HTML brings: the catalogue's cards, its data only, or the bar and what the page shows. */
  first?: 'cards' | 'data' | 'bar'
  /** Shows what the bar's search finds, under the company's banner and strips. */
  catalogue?: true
  /** The menu's group of orders stands here. */
  orders?: true
  /** In the platform's colour, not the company's: at every address, or where no company has the host for itself. */
  platform?: 'everywhere' | 'alone'
  /** It works without a network: the screen's file stays, with everything that it opens itself, on the devices of
   * these and of those who see more. */
  stays?: { readonly [K in Keeper]?: string }
  /** That file is asked for with the document: links lead here. */
  ahead?: true
}

type Param<S extends string> = S extends `:${infer N}?`
  ? { [K in N]?: string }
  : S extends `:${infer N}`
    ? { [K in N]: string }
    : unknown
/** What an address of this row says: `{ type, code }` for /s/:type/:code. */
export type Params<P extends string> = P extends `${infer A}/${infer B}` ? Param<A> & Params<B> : Param<P>

/** Whether somebody finds a screen there; `nobody`: without a session. */
export const finds = (route: Route, who: Role | 'nobody') =>
  route.who === 'anybody' || (who !== 'nobody' && route.who.includes(who))
/** Where the row leads somebody who finds no screen there; null when there is no such screen. */
export function leadOf(route: Route, who: Role | 'nobody', search: string): string | null {
  const lead = route.leads?.[who]
  return typeof lead === 'function' ? lead(search) : (lead ?? null)
}
export const withSearch = (path: string) => (search: string) => path + (search && `?${search}`)
/** The company's people are led from /pedidos to their orders; a link into the catalogue leads into the catalogue. */
export const staffFrom = (catalogue: string) => (search: string) =>
  /(^|&)(category|tag|promo|product_code)=/.test(search) ? catalogue + search : withSearch('/dashboard/orders')(search)
