import type { Tasks } from '#server/jobs.ts'
import { markReady } from './queries.ts'
import { makeWidths } from './decoder.ts'

export const tasks: Tasks = {
  /** Every width of a stored picture, one picture at a time (queue "images"). */
  async make_widths({ tx, kit, payload }) {
    const { hash, format } = payload as { hash: string; format: string }
    await makeWidths(kit.storage.path(`${hash}-original.${format}`), kit.storage.path(`${hash}-0`).replace(/-0$/, ''))
    await markReady(tx, hash)
  },
}
