import { findOfEntity } from '#features/products/server/index.ts'
import type { Projection } from '#features/readers/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { Entity, EntityDetails } from '../contract.ts'

/** A profile with the products that the reader sees of it. */
export const withProducts = async (tx: Tx, entity: Entity, p: Projection): Promise<EntityDetails> => ({
  ...entity,
  products: await findOfEntity(tx, entity.id, p),
})
