// Faults of SQL text: a comparison turned or moved by one, a condition left out, a number beside the right one.
import type { Fault } from './fault.ts'

const SWAPS: [RegExp, string[]][] = [
  [/<>|!=/g, ['=']],
  [/(?<![<>:=!])<=(?!>)/g, ['<', '>']],
  [/>=/g, ['>', '<']],
  [/(?<![<>:=!|\w-])\s=\s/g, [' <> ']],
  [/\s<\s/g, [' <= ', ' >= ']],
  [/\s>\s/g, [' >= ', ' <= ']],
  [/\s\+\s/g, [' - ']],
  [/\s-\s/g, [' + ']],
  [/\s\*\s(?!from)/g, [' + ']],
  [/\band\b/gi, ['or']],
  [/\bor\b(?! replace)/gi, ['and']],
  [/\bis not null\b/gi, ['is null']],
  [/\bis null\b/gi, ['is not null']],
  [/\bnot (?=[\w(])(?!null|exists|matched|in\b|distinct|found)/gi, ['']],
  [/\bnot exists\b/gi, ['exists']],
  [/\bgreatest\(/gi, ['least(']],
  [/\bleast\(/gi, ['greatest(']],
  [/\btrue\b/gi, ['false']],
  [/\bfalse\b/gi, ['true']],
  [/\bfor (?:no key )?update\b(?! of)/gi, ['']],
  [/(?<=\bif )[^;]+?(?= then\b)/gi, ['false', 'true']],
  [/\braise exception [^;]+;/gi, ['']],
  [/(?<![\w$'.])\d+(?![\w'.])/g, ['+1']],
]
/** Strings, comments, and SQL whose change makes no difference to the caller. */
const QUIET = /--[^\n]*|current_setting\([^)]*\)|\b(?:select|perform) 1(?= from)|\blimit 1\b|'(?:[^']|'')*'/g

/** Faults of the SQL between two places of a source: of a function's definition, by default its body. */
export function sqlFaultsOf(source: string, from = source.indexOf('AS $'), to = source.length): Fault[] {
  const quiet = [...source.matchAll(QUIET)].map((m) => [m.index, m.index + m[0].length] as const)
  const found: Fault[] = []
  for (const [what, others] of SWAPS)
    for (const m of source.matchAll(what)) {
      const [start, end] = [m.index, m.index + m[0].length]
      if (start < from || end > to || quiet.some(([begin, over]) => start >= begin && start < over)) continue
      for (const other of others) {
        const text = other === '+1' ? String(Number(m[0]) + 1) : other
        const line = source.lastIndexOf('\n', start) + 1
        const next = source.indexOf('\n', end) < 0 ? source.length : source.indexOf('\n', end)
        const shown = (s: string) => s.replace(/\s+/g, ' ').trim()
        found.push({
          start,
          end,
          text,
          line: source.slice(0, start).split('\n').length,
          before: shown(source.slice(line, next)),
          after: shown(source.slice(line, start) + text + source.slice(end, next)),
        })
      }
    }
  return found.sort((a, b) => a.start - b.start)
}
