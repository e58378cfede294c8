// A contract's shape made into a function that writes the wire's side of a value, for what is answered by the thousand:
// z.encode walks shape and value together and checks both, ten times as long. What it does not know, z.encode does.
import * as z from 'zod/mini'

interface Def {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  reverseTransform?: (value: unknown, context: unknown) => unknown
}
/** What the wire holds as it is. */
const PLAIN = new Set(['string', 'number', 'boolean', 'unknown'])
const isPlain = (schema: z.ZodMiniType | undefined) => schema !== undefined && PLAIN.has(defOf(schema).type)
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

/** Writes values of this shape as z.encode would; `undefined` stays away. */
export const encoder = <S extends z.ZodMiniType>(schema: S) => made(schema) as (value: z.output<S>) => unknown
function made(schema: z.ZodMiniType): (value: never) => unknown {
  const { type, innerType, element, shape, out, reverseTransform } = defOf(schema)
  if (PLAIN.has(type)) return (value) => value
  if ((type === 'optional' || type === 'nullable') && innerType) {
    const inner = made(innerType)
    return (value) => (value === undefined || value === null ? value : inner(value))
  }
  if (type === 'array' && element) {
    const one = made(element)
    return isPlain(element) ? (value) => value : (value: never[]) => value.map(one)
  }
  // A codec of a plain value: what stands on the wire side only reads.
  if (type === 'pipe' && reverseTransform && isPlain(out)) return (value) => reverseTransform(value, undefined)
  if (type === 'object' && shape) {
    const fields = Object.entries(shape).map(([name, field]) => [name, made(field)] as const)
    return (value: Record<string, never>) => {
      const wire: Record<string, unknown> = {}
      for (const [name, field] of fields) if (value[name] !== undefined) wire[name] = field(value[name])
      return wire
    }
  }
  return (value) => z.encode(schema, value)
}
