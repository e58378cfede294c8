// Rows that an older version of this program stored: they lack the fields that were added since, until the next renewal
// fetches them whole.
import * as z from 'zod/mini'

declare const DEVICE_SHAPE: string | undefined
/** Fingerprint of the contracts whose rows devices store; vite.config.ts makes it. Tests without a build have none. */
export const SHAPE = typeof DEVICE_SHAPE === 'undefined' ? '' : DEVICE_SHAPE

type RowShape = z.ZodMiniObject
const BLANKS = [null, '', [], false, 0] as const
/** The row with every required field, in its lists and objects as well: one that is missing gets the first blank value
 * that its shape accepts. */
export const completed = <T extends object>(shape: RowShape, row: T): T => complete(shape, row) as T
function complete(type: z.core.$ZodType, value: unknown): unknown {
  const { def } = (type as z.core.$ZodTypes)._zod
  if (def.type === 'nullable' || def.type === 'optional') return value == null ? value : complete(def.innerType, value)
  if (def.type === 'array') return Array.isArray(value) ? value.map((item) => complete(def.element, item)) : value
  if (def.type !== 'object' || typeof value !== 'object' || value === null) return value
  const row = value as Record<string, unknown>
  const fields = Object.entries(def.shape).flatMap(([field, of]) => {
    if (field in row) return [[field, complete(of, row[field])] as const]
    if (z.safeParse(of, undefined).success) return []
    const blank = BLANKS.find((b) => z.safeDecode(of as z.ZodMiniType, b as never).success)
    return blank === undefined ? [] : [[field, blank] as const]
  })
  return { ...row, ...Object.fromEntries(fields) }
}
/** A stored row as screens read it. */
export const readRow = <S extends RowShape>(shape: S, row: z.input<S>): z.output<S> =>
  z.decode(shape, completed(shape, row as object) as never)
