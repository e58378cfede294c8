// What waits for an ERP goes one by one: an ERP may take its time, and mails and pictures go on meanwhile.
import type { Tx } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'

/** The trigger that queues confirmed orders names the same queue (migration 0026). */
export const enqueueErp = (
  tx: Tx,
  task: 'sync_step' | 'sync_photos' | 'erp_order',
  payload: Record<string, number>,
  key?: string,
) => enqueue(tx, task, payload, { queue: 'erp', ...(key && { key }) })
