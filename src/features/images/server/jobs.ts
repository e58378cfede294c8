import type { Tasks } from '#server/jobs.ts'
import { hasFile, markReady } from './queries.ts'
import { WIDTHS } from '../rules.ts'
import { isPersons } from './address.ts'
import { makeWidths } from './decoder.ts'

export const tasks: Tasks = {
  /** Every width of a stored picture, one picture at a time (queue "images"). */
  async make_widths({ tx, kit, payload }) {
    const { hash, format } = payload as { hash: string; format: string }
    const original = `${hash}-original.${format}`
    if (!(await hasFile(tx, hash))) return
    // Made on one machine, sent from another.
    await kit.storage.has(original)
    await makeWidths(kit.storage.path(original), kit.storage.path(`${hash}-0`).replace(/-0$/, ''))
    await kit.storage.made([...WIDTHS.map((w) => `${hash}-${w}.webp`), `${hash}-share.jpg`])
    const marked = await markReady(tx, hash)
    // A person's picture that was erased before its widths were made. A photo of the library may be another company's: the sweep decides.
    if (marked.length === 0 && isPersons(hash)) await kit.storage.removeAll(hash)
  },
}
