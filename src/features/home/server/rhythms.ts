// How each client orders, by the rule of clients: counted once for the same days, asked for at every look at the list.
import { rhythm } from '#features/clients/rules.ts'

interface Rhythm extends ReturnType<typeof rhythm> {
  last_day: string | null
}
const MOST = 40_000
const known = new Map<string, Rhythm>()

/** `days`: days with a space between them, null when there are none. */
export function rhythmOf(days: string | null, today: string): Rhythm {
  const key = `${today} ${days}`
  let found = known.get(key)
  if (!found) {
    const list = days?.split(' ') ?? []
    found = { last_day: list.toSorted().at(-1) ?? null, ...rhythm(list, today) }
    known.set(key, found)
    // The oldest goes first.
    if (known.size > MOST) known.delete(known.keys().next().value as string)
  }
  return found
}
