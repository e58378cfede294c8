// Errors as they may be told to a log or a collector: without what somebody typed.
import { join, normalize, resolve, sep } from 'node:path'

const MOST_TEXT = 300
const MOST_FRAMES = 12
const QUOTED = /"[^"]*"?|`[^`]*`?|“[^”]*”?|(?<![\p{L}\p{N}])'[^']*'?/gu
/** A message without what it quotes: databases, mail servers and parsers name in it what a person typed. `isOurs` keeps a
 * quoted word that names a part of this installation; `before` is the text in front of it. */
export function plainText(text: string, isOurs: (word: string, before: string) => boolean = () => false): string {
  const ours: string[] = []
  return text
    .slice(0, 2000)
    .replace(/=\((?:[^()]|\([^()]*\))*\)/g, '=(…)')
    .replace(QUOTED, (quoted, at: number, whole: string) =>
      isOurs(quoted.slice(1, -1), whole.slice(0, at)) ? `\uE000${'x'.repeat(ours.push(quoted))}\uE000` : '"…"',
    )
    .replace(/\S+@\S+/g, '…')
    .replace(/\b[a-z]+:\/\/\S+/gi, '…')
    .replace(/\d(?:[\d.,/()\s-]*\d){3,}/g, '…')
    .replace(/\uE000(x+)\uE000/g, (_, n: string) => ours[n.length - 1] ?? '')
    .slice(0, MOST_TEXT)
}
/** Codes of errors of Node and of the system: their messages name modules and files, never what a person typed. */
const OF_MACHINE = /^(ERR_[A-Z_]+|MODULE_NOT_FOUND|E[A-Z0-9]+)$/
const OF_MODULES = /^(ERR_(MODULE|PACKAGE|UNSUPPORTED|UNKNOWN|DLOPEN)_\w+|MODULE_NOT_FOUND)$/
const MODULE = /^(?:node:)?(?:@[\w.-]+\/)?[\w-][\w.-]*(?:\/[\w.-]+)*$/
const PROGRAM = join(import.meta.dirname, '../..')
/** Whether a word that such an error quotes is a module, or a path below the program or the data folder. */
const namesOurs = (code: string) => (word: string) =>
  [PROGRAM, resolve(process.env.DATA_DIR || 'data')].some((f) => word === f || normalize(word).startsWith(f + sep)) ||
  (OF_MODULES.test(code) && MODULE.test(word))
/** Whether a quoted word is the number of a job, as in graphile-worker's "Failed to complete jobs '12', '13'". */
export const namesJob = (word: string, before: string): boolean =>
  /^\d+$/.test(word) && /\bjobs ('\d+', )*$/.test(before)
interface PlainError {
  type: string
  message: string
  code?: string
  stack: string
  cause?: PlainError
}
/** Of an error: what kind, its message without quotations, and where in the program. Details, hints and whatever else
 * hangs on it hold rows. */
export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = (error as NodeJS.ErrnoException).code
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: plainText(error.message, OF_MACHINE.test(String(code)) ? namesOurs(String(code)) : undefined),
    ...(code !== undefined && { code: String(code).slice(0, 40) }),
    stack: frames.slice(0, MOST_FRAMES).join('\n'),
    ...(error.cause instanceof Error && { cause: plainError(error.cause) }),
  }
}
