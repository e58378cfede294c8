import type { Tasks } from '#server/jobs.ts'
import { markReady } from './queries.ts'
import { WIDTHS } from '../rules.ts'
import { makeWidths } from './decoder.ts'

export const tasks: Tasks = {
  /** Every width of a stored picture, one picture at a time (queue "images"). */
  async make_widths({ tx, kit, payload }) {
    const { hash, format } = payload as { hash: string; format: string }
    const original = `${hash}-original.${format}`
    // Made on one machine, sent from another.
    await kit.storage.has(original)
    await makeWidths(kit.storage.path(original), kit.storage.path(`${hash}-0`).replace(/-0$/, ''))
    await kit.storage.made([...WIDTHS.map((w) => `${hash}-${w}.webp`), `${hash}-share.jpg`])
    await markReady(tx, hash)
  },
}
