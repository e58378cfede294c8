// Photos of an ERP's products, fetched after the run, a few at a time: one that fails never fails a product.
import { FILES_FULL, keepImage, usingPictures } from '#features/images/server/index.ts'
import { attachImage } from '#features/products/server/index.ts'
import { inCompany, sqlState, type Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { download } from './download.ts'
import { findIntegration, findPhotosToFetch, hasOwnPhotos } from './queries.ts'
import { enqueueErp } from './queue.ts'
import { addIssues, markPhoto } from './writes.ts'

const A_TIME = 5
export async function fetchPhotos(kit: Kit, company_id: number, integration_id: number, run_id: number): Promise<void> {
  const found = await inCompany(kit.pool, company_id, async (tx) => {
    const integration = await findIntegration(tx, integration_id)
    return integration && { type: integration.type, photos: await findPhotosToFetch(tx, run_id, A_TIME) }
  })
  if (!found || found.photos.length === 0) return
  const { type, photos } = found
  for (const p of photos) {
    const own = await inCompany(kit.pool, company_id, (tx) => hasOwnPhotos(tx, integration_id, p.product_id))
    const bytes = own ? null : await download(p.source, Object.values(kit.config.erpHosts)).catch(() => null)
    const fail = async (tx: Tx, message: string) => {
      await markPhoto(tx, integration_id, p, 'falhou')
      await addIssues(tx, company_id, run_id, [{ what: p.product, message }])
    }
    await usingPictures(kit, bytes ? [{ field: '', name: p.source, bytes }] : [], ([picture]) =>
      inCompany(kit.pool, company_id, async (tx) => {
        const kept = picture?.seen && (await keepImage(kit, tx, company_id, picture))
        if (kept) await attachImage(tx, company_id, p.product_id, kept.hash, null)
        if (own || kept) await markPhoto(tx, integration_id, p, own ? 'dispensada' : 'pronta')
        else await fail(tx, 'Uma foto não abriu.')
      }),
    ).catch((error: unknown) => {
      if (sqlState(error) !== FILES_FULL) throw error
      return inCompany(kit.pool, company_id, (tx) => fail(tx, 'Uma foto não coube no espaço da empresa.'))
    })
  }
  await inCompany(kit.pool, company_id, (tx) =>
    enqueueErp(tx, type, 'sync_photos', { integration: integration_id, run: run_id }),
  )
}
