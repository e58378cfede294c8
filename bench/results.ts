// bench/RESULTS.md: one section a part; whoever measures one part again writes that section alone.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

const FILE = 'bench/RESULTS.md'
/** Puts the section `## title` into the file, in its former place where it had one: when and where it was measured,
 * what was measured how, and a table. */
export function keepSection(title: string, how: string, head: string[], rows: string[][]): void {
  const made = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} núcleos, Node ${process.version}`
  const table = [head, head.map(() => '---'), ...rows].map((r) => `| ${r.join(' | ')} |`).join('\n')
  const section = `## ${title}\n${how} (${made})\n\n${table}\n`
  const [intro = '', ...sections] = readFileSync(FILE, 'utf8').split(/\n(?=## )/)
  const at = sections.findIndex((s) => s.startsWith(`## ${title}\n`))
  if (at < 0) sections.push(section)
  else sections[at] = section
  writeFileSync(FILE, [intro, ...sections].map((s) => `${s.trimEnd()}\n`).join('\n'))
}
/** A section's table as it was last measured; nothing when there is none. */
export function tableOf(title: string): { head: string[]; rows: string[][] } {
  const section = readFileSync(FILE, 'utf8')
    .split(/\n(?=## )/)
    .find((s) => s.startsWith(`## ${title}\n`))
  const [head = [], , ...rows] = (section?.match(/^\|.*\|$/gm) ?? []).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  return { head, rows }
}
