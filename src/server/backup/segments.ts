// Names of the log's segments (16 MB each): timeline, then where in the log, eight hexadecimal digits thrice.
export const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)
export const isHistory = (name: string) => /^[0-9A-F]{8}\.history$/.test(name)

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
