// Names of the log's segments (16 MB each): timeline, then where in the log, eight hexadecimal digits thrice.
export const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)
export const isHistory = (name: string) => /^[0-9A-F]{8}\.history$/.test(name)
/** Its name among a place's objects: wal/SYSTEM/NAME.zst */
export const pieceOf = (key: string) => (key.split('/')[2] ?? '').split('.zst')[0] ?? ''

export function nextSegment(name: string): string {
  const n = BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`) + 1n
  const hex = (v: bigint) => v.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + hex(n / 256n) + hex(n % 256n)
}
/** Those that follow on `last` without a gap. */
export function unbroken(last: string, there: Set<string>): string[] {
  const out: string[] = []
  for (let next = nextSegment(last); there.has(next); next = nextSegment(next)) out.push(next)
  return out
}
/** Whether one is missing between `last` and those of its timeline that come after it. */
export function hasGap(last: string, names: Iterable<string>): boolean {
  const later = [...names].filter((n) => isSegment(n) && n.slice(0, 8) === last.slice(0, 8) && n > last)
  return unbroken(last, new Set(later)).length < later.length
}
