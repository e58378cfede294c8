import type { FastifyInstance } from 'fastify'
import { undoes } from '#features/undos/server/index.ts'
import { keepImage, type PictureCall, pictureSigner, servePictures } from '#features/images/server/index.ts'
import { catalogueAddress } from '#server/addresses.ts'
import { acrossCompanies, escapeLike, inCompany, type Tx } from '#server/db.ts'
import { type Call, type Kit, paging, serve } from '#server/serve.ts'
import { clientLinkToken, tokenHash } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import { phoneDigits } from '#shared/phone.ts'
import type { User } from '../contract.ts'
import * as c from '../contract.ts'
import { endFormerReach, findLeft } from './remaining-access.ts'
import { provePassword } from './password.ts'
import { findPerson, findUsers, withPortrait } from './queries.ts'
import { undoClients } from './sheet/writes.ts'
import { createIn, removeIn, type UserForm, updateIn } from './save.ts'
import * as w from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listUsers, async ({ tx, query, session, company, now }) => {
    const { limit, page, offset } = paging(query, 25, session as never)
    const found = await findUsers(tx, {
      company,
      ...words(query.name),
      level: query.level ?? null,
      seller_id: query.seller_id ?? null,
      withOperators: session?.level === 0,
      limit,
      offset,
    })
    const sign = pictureSigner(kit, now)
    return { rows: found.rows.map((user) => withPortrait(user, sign)), total: found.total, page, limit }
  })
  serve(app, kit, c.readUser, async ({ tx, params, session, now }) => {
    if ((session?.level ?? 3) >= 2 && params.id !== session?.user_id) throw new Refusal('not_found')
    const user = await findPerson(tx, params.id)
    if (!user || (user.level <= 0 && session?.level !== 0)) throw new Refusal('not_found')
    return withPortrait(user, pictureSigner(kit, now))
  })
  const persons = { persons: true }
  const create = async (call: PictureCall<typeof c.createUser>) => {
    const { tx, body, company } = call
    if (company === null)
      throw new Refusal('invalid', { errors: { company_id: ['Diga de qual empresa é o usuário.'] } })
    return one(call, await createIn(tx, company, body, await picture(call)))
  }
  servePictures(app, kit, c.createUser, create, persons)
  const update = async (call: PictureCall<typeof c.updateUser>) => {
    const { tx, params, session, body, token, ip, now } = call
    if (!session) throw new Refusal('unauthorized')
    if (session.level >= 2 && params.id !== session.user_id) throw new Refusal('not_found')
    // The own sign-in is changed by who knows the password, not by who finds the screen open.
    const changesSignIn = async () => body.password || (await isNewEmail(kit, session, body.email))
    if (params.id === session.user_id && (await changesSignIn()))
      await provePassword(kit, { user_id: params.id, ip }, body.current_password, now)
    const form: UserForm =
      session.level >= 2
        ? {
            name: body.name,
            phone: body.phone,
            email: body.email,
            password: body.password,
            language: body.language,
          }
        : body
    await updateIn(tx, params.id, form, { user_id: session.user_id, keep: tokenHash(token) }, await picture(call))
    if (body.renew_links !== undefined && session.level <= 1) await endFormerReach(tx, params.id, body.renew_links)
    return one(call, params.id)
  }
  servePictures(app, kit, c.updateUser, update, persons)
  serve(app, kit, c.deleteUser, async ({ tx, params, query, session, now }) => {
    const leaving = { successor: query.successor_id, keep: query.keep?.split(',') ?? [] }
    await removeIn(tx, params.id, leaving, session as { user_id: number }, now)
  })
  serve(app, kit, c.listLeft, async ({ tx, params }) => {
    if (!(await findPerson(tx, params.id))) throw new Refusal('not_found')
    return findLeft(tx, params.id)
  })
  serve(app, kit, c.listSessions, async ({ tx, params, caller, token }) => {
    if (caller.level >= 2 && params.id !== caller.user_id) throw new Refusal('not_found')
    if (!(await findPerson(tx, params.id))) throw new Refusal('not_found')
    const mine = tokenHash(token).toString('hex')
    return (await w.findSessions(tx, params.id)).map((s) => ({ ...s, id: s.id.slice(0, 12), current: s.id === mine }))
  })
  serve(app, kit, c.endSessions, async ({ tx, params, caller, token }) => {
    if (caller.level >= 2 && params.id !== caller.user_id) throw new Refusal('not_found')
    if (!(await findPerson(tx, params.id))) throw new Refusal('not_found')
    return { ended: await w.dropSessions(tx, params.id, params.id === caller.user_id ? tokenHash(token) : null) }
  })

  async function picture({
    tx,
    company,
    pictures,
  }: PictureCall<typeof c.createUser> | PictureCall<typeof c.updateUser>): Promise<string | undefined> {
    const file = pictures.file?.[0]
    if (!file || company === null) return undefined
    return (await keepImage(kit, tx, company, file)).path
  }
}
/** Asked before the request's own transaction: a request that holds one connection and waits for a second stalls all. */
async function isNewEmail(kit: Kit, who: { user_id: number; company_id: number | null }, email: string | undefined) {
  if (email === undefined) return false
  const read = (tx: Tx) => findPerson(tx, who.user_id)
  const person = await (who.company_id === null
    ? acrossCompanies(kit.pool, read)
    : inCompany(kit.pool, who.company_id, read))
  return email.toLowerCase() !== person?.email.toLowerCase()
}
/** A client's personal link, at the company's own address; none while it is taken back. Notes whom it was shown to. */
export async function personalLink({ config }: Kit, tx: Tx, id: number, to: { user_id: number; now: Date }) {
  const parts = await w.linkParts(tx, id)
  if (!parts) throw new Refusal('not_found')
  const { link_version, path, revoked_at } = parts
  if (!revoked_at) await w.noteLinkViews(tx, [id], to.user_id, to.now)
  const token = revoked_at ? null : clientLinkToken(config.appKey, { id, link_version })
  return { token, url: token && `${catalogueAddress(config, path)}?id=${token}`, revoked_at }
}
undoes('clients', 'user', undoClients)
const words = (name = '') => ({
  name: escapeLike(name.trim()),
  digits: phoneDigits(name).length >= 4 ? phoneDigits(name) : '',
})
async function one({ tx, kit, now }: Pick<Call<typeof c.readUser>, 'tx' | 'kit' | 'now'>, id: number): Promise<User> {
  const user = await findPerson(tx, id)
  if (!user) throw new Refusal('not_found')
  return withPortrait(user, pictureSigner(kit, now))
}
