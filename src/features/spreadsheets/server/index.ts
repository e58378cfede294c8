// Front door of spreadsheets for other features.
import { dropEmptyCategories } from '#features/categories/server/index.ts'
import { type RowChange, takeBackProducts } from '#features/products/server/index.ts'
import { undoes } from '#features/undos/server/index.ts'
import './feeds/remaining-access.ts'

import type { FastifyInstance } from 'fastify'
import type { Kit } from '#server/serve.ts'
import { routes as feeds } from './feeds/routes.ts'
import { routes as sheets } from './routes.ts'

export { platformTasks, tasks } from './feeds/run.ts'
export function routes(app: FastifyInstance, kit: Kit): void {
  sheets(app, kit)
  feeds(app, kit)
}
export { productsSheet } from './export.ts'
// The categories that a sheet made go with its products, unless somebody uses them by now.
undoes(
  'sheet',
  'product',
  async (tx, rows: RowChange[], at: { company: number; now: Date; also: { categories?: number[] } }) => {
    const taken = await takeBackProducts(tx, rows, at)
    await dropEmptyCategories(tx, at.also.categories ?? [], at.now)
    return taken
  },
)
