// What the one call says of a kind that a device keeps: the same words on both sides.
import * as z from 'zod/mini'

/** A kind beside the products: a value, or rows by change number (server/device.ts). */
export const kindShape = z.object({
  /** What the device then has; it sends it back as it is. */
  mark: z.string(),
  value: z.optional(z.unknown()),
  /** Forget what was there. */
  reset: z.optional(z.boolean()),
  rows: z.optional(z.array(z.unknown())),
  /** More of it is to be asked for. */
  more: z.optional(z.boolean()),
  /** How many rows there are and two sums over their ids: a device with others asks for the ids. */
  sum: z.optional(z.array(z.number())),
  ids: z.optional(z.array(z.int())),
  /** Too many for a device: screens ask the server. */
  none: z.optional(z.boolean()),
})
export type KindPart = z.output<typeof kindShape>
/** Of the second sum: squares of ids stay whole numbers. */
export const PRIME = 1_000_003
