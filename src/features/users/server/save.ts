// A user's form becomes a row: what a role may set, what is refused, limits under a lock.
import { currencyAllowed } from '#features/companies/currencies.ts'
import { fitting, tablesFull } from '#features/plans/server/index.ts'
import type { Tx } from '#server/db.ts'
import { hashPassword } from '#server/passwords.ts'
import { bareDocument, documentIssue } from '#shared/documents.ts'
import { EMAIL } from '#shared/email.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { readPlace } from '#shared/geo.ts'
import { phoneDigits, phoneIssue } from '#shared/phone.ts'
import { isState } from '#shared/states.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { Said } from '#shared/sentence.ts'
import type { updateUser } from '../contract.ts'
import { EASY, passwordIssue } from '../rules.ts'
import { isKnown } from './known.ts'
import { closeLeft } from './remaining-access.ts'
import * as w from './writes.ts'

export type UserForm = BodyOf<typeof updateUser> & ClientForm
/** What only a client's card says. */
interface ClientForm {
  blocked?: boolean | undefined
  credit_note?: string | undefined
  notes?: string | undefined
  lat?: string | number | null | undefined
  lng?: string | number | null | undefined
}

const NEW: w.WrittenUser = {
  name: '',
  email: '',
  phone: '',
  level: 3,
  hide_price: false,
  hide_no_stock: false,
  margin_bp: 0,
  hidden_categories: [],
  price_table: 1,
  variation_config: '',
  currency: 'BRL',
  profile_pic: '',
  seller_id: null,
  client_code: '',
  document: '',
  company_name: '',
  address: {},
  discount_limit_bp: null,
  active: true,
  password_hash: null,
  language: 'pt',
  blocked: false,
  credit_note: '',
  notes: '',
  lat: null,
  lng: null,
  shared_email: false,
  known_elsewhere: false,
}
const [EVERY_CURRENCY, IMPORTER] = [{ importer: false }, { importer: true }]
const orNull = (v: number | '' | null) => (typeof v === 'number' ? v : null)

/** The row that `form` makes of `was`; throws 422 with every bad field at once. `sharesEmail`: an e-mail of another user is
 * kept as typed instead of refused. */
async function filled(
  tx: Tx,
  company: number | null,
  was: w.WrittenUser & { id?: number },
  form: UserForm,
  sharesEmail = false,
): Promise<w.WrittenUser> {
  const errors: Record<string, Said> = {}
  const { issues, ...place } = readPlace(was, form)
  const now: w.WrittenUser = {
    ...was,
    ...place,
    ...(form.name !== undefined && { name: form.name }),
    ...(form.email !== undefined && { email: form.email.toLowerCase() }),
    ...(form.phone !== undefined && { phone: phoneDigits(form.phone) }),
    ...(form.level !== undefined && { level: form.level }),
    ...(form.hide_price !== undefined && { hide_price: form.hide_price }),
    ...(form.hide_no_stock !== undefined && { hide_no_stock: form.hide_no_stock }),
    ...(form.margin !== undefined && { margin_bp: form.margin }),
    ...(form.hiddenCategories !== undefined && { hidden_categories: [...new Set(form.hiddenCategories)] }),
    ...(form.price_table !== undefined && { price_table: form.price_table }),
    ...(form.variation_config !== undefined && { variation_config: form.variation_config }),
    ...(form.currency !== undefined && { currency: form.currency.toUpperCase() }),
    ...(form.seller_id !== undefined && { seller_id: orNull(form.seller_id) }),
    ...(form.client_code !== undefined && { client_code: form.client_code }),
    ...(form.document !== undefined && { document: bareDocument(form.document) }),
    ...(form.company_name !== undefined && { company_name: form.company_name }),
    ...(form.address !== undefined && { address: form.address as Record<string, string> }),
    ...(form.discount_limit !== undefined && { discount_limit_bp: orNull(form.discount_limit) }),
    ...(form.active !== undefined && { active: form.active }),
    ...(form.language !== undefined && { language: form.language }),
    ...(form.blocked !== undefined && { blocked: form.blocked }),
    ...(form.credit_note !== undefined && { credit_note: form.credit_note }),
    ...(form.notes !== undefined && { notes: form.notes }),
  }
  if (now.email && !EMAIL.test(now.email)) errors.email = 'E-mail inválido.'
  if (now.level <= 2 && !now.email) errors.email = 'Informe o e-mail: é com ele que a pessoa entra.'
  const phone =
    form.phone !== undefined && (now.phone === '' || now.phone !== was.phone) ? phoneIssue(form.phone) : null
  if (phone) errors.phone = phone
  const state = form.address?.state
  if (state && !isState(state)) errors['address.state'] = 'Escolha um dos 27 estados pela sigla. Ex.: SP.'
  const document =
    now.document && now.document !== was.document ? documentIssue(now.document, { cpf: false, cnpj: false }) : null
  if (document) errors.document = document
  for (const [key, issue] of Object.entries(issues)) if (issue) errors[key] = issue
  if (now.margin_bp < 0 || now.margin_bp > 100_000) errors.margin = 'Informe uma margem entre 0 e 1.000%.'
  if (now.price_table < 1 || now.price_table > 3) errors.price_table = 'Escolha a tabela 1, 2 ou 3.'
  if (form.currency !== undefined && !currencyAllowed(now.currency, EVERY_CURRENCY))
    errors.currency = 'Escolha uma das moedas da lista.'
  else if (form.currency !== undefined && !currencyAllowed(now.currency, IMPORTER) && (await w.isImporter(tx, company)))
    errors.currency = 'Esta empresa vende em dólar ou em real: escolha BRL ou USD.'
  if (now.discount_limit_bp !== null && (now.discount_limit_bp < 0 || now.discount_limit_bp > 10_000))
    errors.discount_limit = 'Informe uma porcentagem entre 0 e 100.'
  if (now.level !== 3) now.seller_id = null
  else if (now.seller_id !== null && now.seller_id !== was.seller_id && !(await w.isSellerHere(tx, now.seller_id)))
    errors.seller_id = 'Escolha um vendedor desta empresa.'
  if (form.hiddenCategories?.length && (await w.countHere(tx, now.hidden_categories)) !== now.hidden_categories.length)
    errors.hiddenCategories = 'Escolha categorias desta empresa.'
  if (form.password) {
    const weak = passwordIssue(form.password, {
      level: now.level,
      name: now.name,
      email: now.email,
      company: company === null ? '' : await w.companyName(tx, company),
    })
    const issue = weak ?? ((await isKnown(form.password)) ? EASY : null)
    if (issue) errors.password = issue
    else if (!now.email) errors.email = 'Informe o e-mail: é com ele que a pessoa entra.'
    else now.password_hash = await hashPassword(form.password, await w.saltOf(tx, now.email))
  }
  if (now.level <= 2 && !now.password_hash && !errors.password)
    errors.password = 'Escolha uma senha para o primeiro acesso.'
  if (Object.keys(errors).length) throw invalid(errors)
  if (company !== null && now.price_table > was.price_table && now.price_table > 1)
    await needTable(tx, company, now.price_table)
  // Without an e-mail a password signs in nobody; with the seller's e-mail it would.
  if (sharesEmail && !was.email && !form.password) now.password_hash = null
  if (now.email !== was.email || (was.shared_email && (form.password || now.level !== 3))) {
    const owner = now.email ? await w.findEmailOwner(tx, company, now.email) : undefined
    now.shared_email = owner !== undefined && owner !== was.id
    if (now.shared_email && !(sharesEmail && now.password_hash === null))
      throw new Refusal('email_taken', { errors: { email: ['Este e-mail já está em uso.'] } })
  }
  return now
}
const signsIn = (u: w.WrittenUser) => u.active && (u.level < 3 || (u.email !== '' && u.password_hash !== null))
export async function needRoom(tx: Tx, company: number, level: number, except: number | null): Promise<void> {
  const seats = await w.roomForUsers(tx, company, level, except)
  if (!seats) throw new Refusal('not_found')
  if (seats.room > 0) return
  // Sellers are what plans differ by; the word itself stays max_users (specification §8).
  const larger = level === 2 ? await fitting(tx, company, 'sellers', seats.most + 1) : undefined
  throw new Refusal('max_users', { hint: larger?.sentence ?? '', plan: larger?.plan ?? null })
}
async function needTable(tx: Tx, company: number, table: number): Promise<void> {
  const most = await w.tablesOf(tx, company)
  if (table <= most) return
  const { sentence, plan } = await fitting(tx, company, 'price_tables', table)
  throw new Refusal('plan_limit', { message: tablesFull(most, sentence), plan })
}
/** Creates a user of levels 1–3; answers its id. `card`: a client's card, which shares an e-mail that is taken. */
export async function createIn(
  tx: Tx,
  company: number,
  form: UserForm,
  picture = '',
  card?: Pick<w.WrittenUser, 'known_elsewhere'>,
): Promise<number> {
  const level = form.level ?? 3
  if (level < 1 || level > 3) throw new Refusal('forbidden')
  // Where prices wait for approval, a new client waits too.
  const hide_price = level === 3 && (await w.needsApproval(tx, company))
  const user = {
    ...(await filled(tx, company, { ...NEW, hide_price }, form, card !== undefined)),
    ...card,
    profile_pic: picture,
  }
  if (signsIn(user)) await needRoom(tx, company, level, null)
  return w.addUser(tx, company, user)
}
/**
 * Changes a user; answers how many sessions that ended. What takes access away ends all of
 * them; another password all but the one that the person changes it in (`keep`), and makes the link
 * of a forgotten one worthless. `sharesEmail` as in `filled`.
 */
export async function updateIn(
  tx: Tx,
  id: number,
  form: UserForm,
  actor: { user_id: number; keep?: Buffer | null; sharesEmail?: boolean },
  picture?: string,
): Promise<number> {
  const was = await w.lockUser(tx, id)
  if (!was) throw new Refusal('not_found')
  const company = was.company_id
  if (form.level !== undefined && form.level !== was.level && (form.level < 1 || form.level > 3 || company === null))
    throw new Refusal('forbidden')
  const row = { ...was, hidden_categories: was.hidden_categories.map(Number) }
  const changed = await filled(tx, company, row, form, actor.sharesEmail)
  const now = { ...changed, ...(picture !== undefined && { profile_pic: picture }) }
  // That it is not the last one is kept by the database (migration 0037: keep_an_admin).
  if (was.level === 1 && (now.level !== 1 || !now.active) && id === actor.user_id) throw new Refusal('not_yourself')
  if (company !== null && signsIn(now) && (!signsIn(was) || now.level !== was.level))
    await needRoom(tx, company, now.level, id)
  if (was.level === 2 && now.level !== 2) await handOn(tx, id, form.successor_id)
  await w.changeUser(tx, id, now)
  if (was.level <= 2 && was.active && (!now.active || now.level > was.level)) await closeLeft(tx, id, [], actor.user_id)
  if (form.password) await w.dropPasswordTokens(tx, id)
  if (!now.active || now.level !== was.level) return w.dropSessions(tx, id, null)
  return form.password ? w.dropSessions(tx, id, id === actor.user_id ? (actor.keep ?? null) : null) : 0
}
/** A seller who is none any more leaves clients, open orders and links to another one. */
async function handOn(tx: Tx, id: number, successor: number | undefined): Promise<void> {
  await w.lockPortfolio(tx, id)
  if (successor === undefined) {
    const left = await w.countLeftBehind(tx, id)
    if (left.clients + left.orders > 0)
      throw new Refusal('successor_needed', { ...left, errors: { successor_id: ['Escolha quem fica com eles.'] } })
    return
  }
  if (successor === id || !(await w.isSellerHere(tx, successor)))
    throw invalid({ successor_id: 'Escolha um vendedor desta empresa.' })
  await w.handOver(tx, id, successor)
}
/** Removes a user; a seller's clients, open orders and links go to the successor. What the person could go on reaching is
 * closed, without what the admin keeps. */
export async function removeIn(
  tx: Tx,
  id: number,
  leaving: { successor: number | undefined; keep: readonly string[] },
  actor: { user_id: number },
  now: Date,
): Promise<void> {
  const was = await w.lockUser(tx, id)
  if (!was || was.company_id === null) throw new Refusal('not_found')
  if (id === actor.user_id) throw new Refusal('not_yourself')
  if (was.level === 2) await handOn(tx, id, leaving.successor)
  if (was.level <= 2) await closeLeft(tx, id, leaving.keep, actor.user_id)
  await w.removeUser(tx, id, now)
  await w.dropSessions(tx, id, null)
}
