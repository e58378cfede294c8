// How far a sheet is, under a name that its sender chose. Kept in this process while the work runs.
const running = new Map<string, number>()
const keyOf = (company: number, name: string) => `${company}:${name}`

/** Runs `work`, which says how far it is (0 to 1); nothing is kept when it ends. */
export async function withProgress<T>(
  company: number,
  name: string | undefined,
  work: (at: (share: number) => void) => Promise<T>,
): Promise<T> {
  if (!name) return work(() => {})
  const key = keyOf(company, name)
  running.set(key, 0)
  try {
    return await work((share) => running.set(key, Math.min(99, Math.max(0, Math.round(share * 100)))))
  } finally {
    running.delete(key)
  }
}
/** 0 to 100; 0 as well when nothing of this name runs. */
export const progressOf = (company: number, name: string) => running.get(keyOf(company, name)) ?? 0
