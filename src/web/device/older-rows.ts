// Rows that an older version of this program stored: they lack the fields that were added since, until the next renewal
// fetches them whole.
import * as z from 'zod/mini'

declare const DEVICE_SHAPE: string | undefined
/** Fingerprint of the contracts whose rows devices store; vite.config.ts makes it. Tests without a build have none. */
export const SHAPE = typeof DEVICE_SHAPE === 'undefined' ? '' : DEVICE_SHAPE

type RowShape = z.ZodMiniObject
const BLANKS = [null, '', [], false, 0] as const
/** The row with every required field: one that is missing gets the first blank value that its shape accepts. */
export function completed<T extends object>(shape: RowShape, row: T): T {
  const added = Object.entries(shape.shape).flatMap(([field, type]) => {
    if (field in row || z.safeParse(type, undefined).success) return []
    const blank = BLANKS.find((value) => z.safeDecode(type as z.ZodMiniType, value as never).success)
    return blank === undefined ? [] : [[field, blank] as const]
  })
  return added.length > 0 ? { ...row, ...Object.fromEntries(added) } : row
}
/** A stored row as screens read it. */
export const readRow = <S extends RowShape>(shape: S, row: z.input<S>): z.output<S> =>
  z.decode(shape, completed(shape, row as object) as never)
