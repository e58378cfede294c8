// Which product a photo's file name speaks of.
import { cleanCode } from '#shared/code.ts'

/** Codes that "VJ-014_2.jpg" may mean, the whole name first: without copy marks and picture numbers at its end. */
export function codesOf(file: string): string[] {
  const base = cleanCode(file.replace(/.*[\\/]/, '').replace(/\.\w{2,5}$/, '')).toLowerCase()
  const bare = base.replace(/\s*\(\d+\)$/, '').replace(/\s*-?\s*c[oó]pia$/, '')
  return [...new Set([base, bare, bare.replace(/[-_ ]\d{1,2}$/, ''), bare.replace(/[_ ].*/, '')])].filter(Boolean)
}
/** Photos in the order of their numbers: "a_2" before "a_10". */
export const byNumber = (a: string, b: string) => a.localeCompare(b, 'pt-BR', { numeric: true })
