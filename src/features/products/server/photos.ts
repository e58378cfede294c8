import type { FastifyInstance } from 'fastify'
import { keepImage, servePictures } from '#features/images/server/index.ts'
import type { Kit } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { addImage } from '../contract.ts'
import { hasProduct } from './queries.ts'
import { attachImage } from './writes.ts'

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
}
