import type { FastifyInstance } from 'fastify'
import { keepImage, servePictures } from '#features/images/server/index.ts'
import { lockCompany } from '#server/company_lock.ts'
import type { Kit } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { addImage, createFromPhoto } from '../contract.ts'
import { addProducts } from './own/writes.ts'
import { findByPhoto, hasProduct } from './queries.ts'
import { attachImage, nextPlace } from './writes.ts'

export function photoRoutes(app: FastifyInstance, kit: Kit): void {
  servePictures(app, kit, addImage, async ({ tx, body, caller, pictures }) => {
    const { product_id, slot } = body
    if (product_id !== undefined && !(await hasProduct(tx, product_id))) throw new Refusal('not_found')
    const picture = pictures.image?.[0]
    if (!picture) throw invalid({ image: 'Escolha uma foto.' })
    const { id, hash, path } = await keepImage(kit, tx, caller.company_id, picture)
    if (product_id !== undefined && !(await attachImage(tx, caller.company_id, product_id, hash, slot ?? null))) {
      throw invalid({ image: 'O produto já tem 10 fotos. Retire uma antes.' })
    }
    return { id, path }
  })
  servePictures(app, kit, createFromPhoto, async ({ tx, body, caller, pictures }) => {
    const company = caller.company_id
    const picture = pictures.image?.[0]
    if (!picture) throw invalid({ image: 'Escolha uma foto.' })
    // Of two at once the second finds the product of the first.
    await lockCompany(tx, company)
    const { hash } = await keepImage(kit, tx, company, picture)
    const there = await findByPhoto(tx, hash)
    if (there) return { ...there, created: false }
    const [id] = await addProducts(tx, company, [{ name: body.name, order: await nextPlace(tx) }])
    await attachImage(tx, company, id as number, hash, 1)
    return { id: id as number, name: body.name, created: true }
  })
}
