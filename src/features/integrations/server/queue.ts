// What waits for an ERP goes one by one, each ERP by itself: it may take its time, and mails, pictures and the other ERPs
// go on meanwhile.
import type { Tx } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import type { Type } from '../rules.ts'

/** The trigger that queues confirmed orders names the same queues and keys (migration 0156). */
export const enqueueErp = (
  tx: Tx,
  type: Type,
  task: 'sync_step' | 'sync_photos' | 'erp_order',
  payload: Record<string, number>,
  key?: string,
) => enqueue(tx, task, payload, { queue: `erp-${type}`, ...(key && { key }) })
/** A run's next step, or an order: one job that waits, at its first place, however often it is asked for. */
export const enqueueRun = (tx: Tx, type: Type, run: number) => enqueueErp(tx, type, 'sync_step', { run }, `run-${run}`)
export const enqueueOrder = (tx: Tx, type: Type, company_id: number, order: number) =>
  enqueueErp(tx, type, 'erp_order', { order }, `erp-order-${company_id}-${order}`)
