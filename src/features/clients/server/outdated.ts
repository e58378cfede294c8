// What was changed of a card without a network, and what stands there now.
import { Refusal } from '#shared/errors.ts'

/** What was changed without a network was changed from what stood there then: what stands otherwise now is not written
 * over, unless it says the same already. */
export function refuseOutdated(
  was: Record<string, unknown> = {},
  form: Record<string, unknown>,
  current: Record<string, unknown>,
): void {
  const fields = Object.entries(was).flatMap(([field, before]) =>
    field in current && ![before, form[field]].some((v) => inWords(v) === inWords(current[field])) ? [field] : [],
  )
  if (fields.length === 0) return
  throw new Refusal('changed_elsewhere', {
    fields,
    current: Object.fromEntries(fields.map((field) => [field, current[field]])),
  })
}
/** A value as forms and rows both have it. */
function inWords(v: unknown): string {
  if (v === null || v === undefined) return ''
  if (typeof v === 'boolean') return v ? '1' : '0'
  if (typeof v !== 'object') return String(v)
  const parts = Object.entries(v).flatMap(([k, x]) => (x === '' ? [] : [`${k}: ${String(x)}`]))
  return parts.toSorted((a, b) => (a < b ? -1 : 1)).join('; ')
}
