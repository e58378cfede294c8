// What waits for an ERP goes one by one, each ERP by itself: it may take its time, and mails, pictures and the other ERPs
// go on meanwhile.
import type { Tx } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import type { Type } from '../rules.ts'

/** The trigger that queues confirmed orders names the same queues (migration 0111). */
export const enqueueErp = (
  tx: Tx,
  type: Type,
  task: 'sync_step' | 'sync_photos' | 'erp_order',
  payload: Record<string, number>,
  key?: string,
) => enqueue(tx, task, payload, { queue: `erp-${type}`, ...(key && { key }) })
