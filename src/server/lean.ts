// How the C library keeps memory for a server's process; read once, at its start, from the environment.

/** Threads that compress and decode share two heaps instead of each filling its own: 25 MB less. What a sign-in works
 * on (19 MB) is given back when it is done, instead of being kept for the next one: 20 to 60 MB less after a few. */
const LEAN = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) }

/** The same, where nobody has decided otherwise. */
export const lean = (env: Record<string, string | undefined> = process.env): Record<string, string> =>
  Object.fromEntries(Object.entries(LEAN).map(([name, value]) => [name, env[name] ?? value]))
