// Errors as they may be told to a log or a collector: without what somebody typed.
const MOST_TEXT = 300
const MOST_FRAMES = 12
/** A message without what it quotes: databases, mail servers and parsers name in it what somebody typed. */
export const plainText = (text: string) =>
  text
    .slice(0, 2000)
    .replace(/=\((?:[^()]|\([^()]*\))*\)/g, '=(…)')
    .replace(/"[^"]*"?|`[^`]*`?|“[^”]*”?|(?<![\p{L}\p{N}])'[^']*'?/gu, '"…"')
    .replace(/\S+@\S+/g, '…')
    .replace(/\b[a-z]+:\/\/\S+/gi, '…')
    .replace(/\d(?:[\d.,/()\s-]*\d){3,}/g, '…')
    .slice(0, MOST_TEXT)
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
    message: plainText(error.message),
    ...(code !== undefined && { code: String(code).slice(0, 40) }),
    stack: frames.slice(0, MOST_FRAMES).join('\n'),
    ...(error.cause instanceof Error && { cause: plainError(error.cause) }),
  }
}
