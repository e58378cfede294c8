// What a person does with what waits.
import { draftName } from '../useForm.ts'
import { inTurn } from './drain.ts'
import type { Item } from './item.ts'
import { kindOf, outbox, tell } from './line.ts'
import { failureOf, sendNow } from './outbox.ts'
import { addRow, changeRow, dropRow, rowBy } from './rows.ts'

/** Puts it away for good. */
export async function discard(item: Item): Promise<void> {
  await dropRow(item.seq)
  tell({ gone: item.id })
}
/** Takes it back to where it is changed; answers the address, null when it arrived meanwhile or cannot come back. A try
 * that is under way ends first: nothing is changed while the server may be storing it. */
export function takeBack(item: Item): Promise<string | null> {
  const take = async () => {
    const now = await rowBy(item.owner, item.id)
    if (now?.state !== 'waiting' && now?.state !== 'refused') return null
    const to = await kindOf(now)?.edit(now)?.()
    if (!to) return null
    await discard(now)
    return to
  }
  return outbox.get().sending === item.id ? inTurn(item.owner, take) : take()
}
/** What comes back stands in its form as if it had just been typed, with what the server said to it. */
export function backToForm(form: string, { refusal }: Item, values: object, base: object = {}): void {
  const errors = refusal && failureOf(refusal).errors
  sessionStorage.setItem(draftName(form), JSON.stringify({ values, base, errors }))
}
/** Puts one that was refused into the line again, changed or as it is. */
export async function again(item: Item, change: Partial<Pick<Item, 'body' | 'kept' | 'about'>> = {}): Promise<void> {
  const row = await changeRow(item.seq, { state: 'waiting', ...change })
  tell(row ? { row } : { gone: item.id })
  await sendNow()
}
/** Rows that a file brought; those that are here already stay as they are. Answers how many came. */
export async function takeIn(items: Item[]): Promise<number> {
  let came = 0
  for (const { seq: _seq, ...item } of items) {
    if (await rowBy(outbox.get().owner, item.id)) continue
    tell({ row: await addRow({ ...item, queued: true, state: 'waiting' }) })
    came++
  }
  void sendNow()
  return came
}
