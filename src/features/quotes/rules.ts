// Which lines of a quote a client asks to change: the same in browser and server.
interface Line {
  line: number
  name: string
  specs: Record<string, string>
  quantity: number
}
interface Wanted {
  line: number
  quantity: number
}
/** The lines whose quantity is asked otherwise; 0 takes a line out. */
export function changesOf(lines: Line[], wanted: Wanted[]) {
  const asked = new Map(wanted.map((w) => [w.line, w.quantity]))
  return lines.flatMap(({ line, name, specs, quantity: was }) => {
    const now = asked.get(line) ?? was
    return now === was ? [] : [{ line, name, specs, was, now }]
  })
}
