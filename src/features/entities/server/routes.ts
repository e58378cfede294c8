// Profiles of who makes what the company sells.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { keepImage, type PictureCall, servePictures } from '#features/images/server/index.ts'
import { fold } from '#features/products/search.ts'
import { projectionOf } from '#features/readers/server/index.ts'
import type { Tx } from '#server/db.ts'
import { keepsValue } from '#server/device.ts'
import { keep } from '#server/kept.ts'
import { type Kit, serve } from '#server/serve.ts'
import { isWebLink } from '#shared/address.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { readPlace } from '#shared/geo.ts'
import { phoneDigits, phoneIssue } from '#shared/phone.ts'
import type { Said } from '#shared/sentence.ts'
import { isState } from '#shared/states.ts'
import * as c from '../contract.ts'
import { codeFrom, isCode } from '../rules.ts'
import { withProducts } from './made.ts'
import * as q from './queries.ts'

const NEW: q.Written = {
  type: 'outros',
  code: '',
  name: '',
  company_name: '',
  about: '',
  logo: '',
  cover: '',
  phone: '',
  social_link: '',
  social: '',
  city: '',
  state: '',
  country: '',
  lat: null,
  lng: null,
  order: 0,
  active: true,
}
type Write = PictureCall<typeof c.createEntity> | PictureCall<typeof c.updateEntity>

keepsValue(
  'entities',
  [1, 2, 3],
  async ({ tx, caller }) => {
    const key = `entities:${caller.company_id}:${caller.catalogue_version}:${caller.level}`
    const text = await keep(key, async () =>
      JSON.stringify(z.encode(z.array(c.entityShape), await q.findEntities(tx, caller.level))),
    )
    return JSON.parse(text.toString()) as unknown
  },
  true,
)
export function routes(app: FastifyInstance, kit: Kit): void {
  const list = async (tx: Tx, level: number, name: string) => {
    const words = fold(name)
    const rows = (await q.findEntities(tx, level)).filter((e) =>
      fold(`${e.name} ${e.company_name} ${e.code}`).includes(words),
    )
    return { rows, total: rows.length, page: 1, limit: 1000 }
  }
  serve(app, kit, c.listEntities, ({ tx, caller }) => list(tx, caller.level, ''))
  serve(app, kit, c.searchEntities, ({ tx, caller, params }) => list(tx, caller.level, params.name))
  serve(app, kit, c.searchAllEntities, ({ tx, caller }) => list(tx, caller.level, ''))
  serve(app, kit, c.readEntity, async ({ tx, params, caller, now }) => {
    const entity = /^\d{1,15}$/.test(params.id)
      ? await q.findEntity(tx, Number(params.id), caller.level)
      : await q.findByCode(tx, params.id, caller.level)
    if (!entity) throw new Refusal('not_found')
    return withProducts(tx, entity, await projectionOf(tx, caller, now))
  })
  servePictures(app, kit, c.createEntity, async (call) => {
    const id = await q.addEntity(call.tx, call.caller.company_id, await filled(call, NEW, null))
    await link(call.tx, id, call.body.product_ids, null)
    return one(call.tx, id)
  })
  servePictures(app, kit, c.updateEntity, async (call) => {
    const { tx, params } = call
    const was = await q.lockEntity(tx, params.id)
    if (!was) throw new Refusal('not_found')
    await q.changeEntity(tx, params.id, await filled(call, was, params.id))
    await link(tx, params.id, call.body.product_ids, call.body.was?.product_ids ?? null)
    return one(tx, params.id)
  })
  serve(app, kit, c.deleteEntity, async ({ tx, params, now }) => {
    if (!(await q.removeEntity(tx, params.id, now))) throw new Refusal('not_found')
  })
  async function link(tx: Tx, id: number, products: number[] | undefined, shown: number[] | null) {
    if (products && !(await q.setProducts(tx, id, [...new Set(products)], shown)))
      throw invalid({ product_ids: 'Escolha produtos desta empresa.' })
  }
  async function one(tx: Tx, id: number) {
    const entity = await q.findEntity(tx, id, 1)
    if (!entity) throw new Refusal('not_found')
    return entity
  }

  /** The row that the form makes of `was`; every bad field at once. */
  async function filled(call: Write, was: q.Written, id: number | null): Promise<q.Written> {
    const { tx, body, pictures, caller } = call
    const { logo_remove, cover_remove, product_ids: _, was: __, ...form } = { was: undefined, ...body }
    const given = Object.fromEntries(Object.entries(form).filter(([, v]) => v !== undefined)) as Partial<q.Written>
    const { issues, ...place } = readPlace(was, form)
    const now: q.Written = { ...was, ...given, ...place }
    const errors: Record<string, Said> = {}
    for (const [key, issue] of Object.entries(issues)) if (issue) errors[key] = issue
    if (given.phone !== undefined) {
      const digits = phoneDigits(given.phone)
      const issue = phoneIssue(given.phone)
      if (issue) errors.phone = issue
      // The entity's screen adds no 55 (specification §7): it is kept with it.
      now.phone = digits && digits.length <= 11 ? `55${digits}` : digits
    }
    if (given.state?.length === 2 && !isState(given.state))
      errors.state = 'Escolha um dos 27 estados pela sigla. Ex.: SP.'
    if (now.social_link && !isWebLink(now.social_link)) errors.social_link = 'Link inválido. Comece com https://.'
    if (!now.code) now.code = await freeCode(tx, now.name, id)
    else if (!isCode(now.code)) errors.code = 'Comece o código com uma letra; use letras, números, ponto e traço.'
    else if (await q.isCodeTaken(tx, now.code, id)) errors.code = 'Este código já é de outro perfil.'
    if (Object.keys(errors).length) throw invalid(errors)
    for (const [key, remove] of [
      ['logo', logo_remove],
      ['cover', cover_remove],
    ] as const) {
      const picture = pictures[key]?.[0]
      if (picture) now[key] = (await keepImage(kit, tx, caller.company_id, picture)).path
      else if (remove) now[key] = ''
    }
    return now
  }
}
async function freeCode(tx: Tx, name: string, id: number | null): Promise<string> {
  const wanted = codeFrom(name)
  for (let n = 1; n < 1000; n++) {
    const code = n === 1 ? wanted : `${wanted}-${n}`
    if (!(await q.isCodeTaken(tx, code, id))) return code
  }
  throw new Refusal('conflict')
}
