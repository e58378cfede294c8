// Notices as the device keeps them: the newest, and how many are unread.
import { call } from '#web/api.ts'
import { attempt } from '#web/act.ts'
import { kept } from '#web/device/index.ts'
import { useValue } from '#web/device/use.ts'
import { renew } from '#web/queries.tsx'
import { keptNoticesShape, markNotices, type Notice } from '../contract.ts'

export const useKeptNotices = () => useValue('notices', keptNoticesShape)
interface Wire {
  unread: number
  rows: { id: number; read: boolean }[]
}
/** Marks them here at once and on the server; what it refuses is as it was. Null: all. */
export async function mark(ids: number[] | null, read = true): Promise<void> {
  const store = kept('notices')
  const before = store.get()
  const now = before?.value as Wire | undefined
  if (before && now) {
    const rows = now.rows.map((r) => (ids === null || ids.includes(r.id) ? { ...r, read } : r))
    const turned = rows.filter((r, i) => r.read !== now.rows[i]?.read).length
    const unread = ids === null ? 0 : Math.max(0, now.unread + (read ? -turned : turned))
    store.set({ ...before, value: { unread, rows } })
  }
  const done = await attempt(() =>
    call(markNotices, { body: { ids: ids ?? undefined, all: ids === null || undefined, read } }),
  )
  if (!done && before) store.set(before)
  if (done) renew('notices')
}
/** The notices that lead to what is on the screen are read. */
export const readHere = (rows: Notice[], path: string) =>
  rows.filter((r) => !r.read && r.href === path).map((r) => r.id)
