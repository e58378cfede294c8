// The words that are typed after a command, and the sentence with which it ends.
import { resolve } from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { isWholePlace } from '#server/backup/settings.ts'
import { BackupFailure } from '#server/backup/vault.ts'
import { S3Failure } from '#server/s3.ts'
import { CannotStart } from '#server/settings.ts'
import { asCannotStart } from '#server/start-failures.ts'

const typed = () => process.argv.slice(2)
/** Ends the command before anything is done. */
export function refuseWords(why: string, usage: string): never {
  process.stderr.write(`${why} Nada foi feito.\nUso: ${usage.split('\n')[0]} (--help mostra mais)\n`)
  process.exit(1)
}
/** The options and words of a command, of which it takes at most `most`. Shows `usage` for --help; ends the command over
 * what it does not know. */
export function readCommandLine<T extends ParseArgsOptionsConfig>(usage: string, options: T, most = 0) {
  const args = typed()
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true })
  if (tokens.some((t) => t.kind === 'option' && (t.name === 'help' || t.name === 'h'))) {
    process.stdout.write(`Uso: ${usage}\n`)
    process.exit(0)
  }
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { rawName, value, inlineValue } = token
    const type = options[token.name]?.type
    if (type === undefined) refuseWords(`Não há a opção "${rawName}".`, usage)
    if (type === 'boolean' && value !== undefined) refuseWords(`A opção ${rawName} não leva valor.`, usage)
    if (type === 'string' && (!value || (!inlineValue && value.startsWith('-'))))
      refuseWords(`Falta o valor da opção ${rawName}.`, usage)
  }
  const parsed = parseArgs({ args, options, allowPositionals: true })
  const [more] = parsed.positionals.slice(most)
  if (more !== undefined) refuseWords(`"${more.slice(0, 60)}" é uma palavra a mais.`, usage)
  return parsed
}
/** A place of backups that was typed. A relative one would be another in each folder, and a mistyped word would be one. */
export function assertPlace(place: string, usage: string): void {
  if (isWholePlace(place)) return
  const { INIT_CWD, HOME = '' } = process.env
  // npm runs commands in the project's folder; INIT_CWD is where they were typed.
  const meant = resolve(INIT_CWD ?? '.', place.replace(/^~(?=\/|$)/, HOME))
  refuseWords(
    `"${place.slice(0, 200)}" não é o caminho inteiro de uma pasta, nem s3://balde/pasta. Se é uma pasta, digite ${meant}.`,
    usage,
  )
}
/** The sentence for an error that ends a command. An error without one is a fault of the program: it is thrown. */
export function sentenceOf(error: unknown, dataDir: string): string {
  if (error instanceof CannotStart || error instanceof BackupFailure || error instanceof S3Failure) return error.message
  const reason = asCannotStart(error, dataDir)
  if (!reason) throw error
  return reason.message
}
