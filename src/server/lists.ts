// Lists in forms. A form has none of its own: clients write name[]=1&name[]=2, name[0]=1, name=1&name=2, name=1,2 or JSON
// text. All of them are read here, for every contract; a bracket that the contract has no list for is refused, not dropped.
import * as z from 'zod/mini'

type Schema = z.core.$ZodType
type Fields = Record<string, unknown>
interface List {
  element: Schema
  /** Text is a value of the field, too: it is not the list's only element. */
  text: boolean
}
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def
const accepts = (schema: Schema, value: unknown) => z.safeDecode(schema, value as never).success
/** A codec that takes anything: it reads JSON text, or '' as nothing, for the schema behind it. */
function takesAnything(schema: Schema): boolean {
  const def = defOf(schema)
  return def.type === 'unknown' || (def.type === 'pipe' && takesAnything(def.in))
}
/** The schema of the value itself, without what may be absent and the codecs of forms. */
export function valueOf(schema: Schema): Schema {
  const def = defOf(schema)
  if (def.type === 'optional' || def.type === 'nullable') return valueOf(def.innerType)
  return def.type === 'pipe' && takesAnything(def.in) ? valueOf(def.out) : schema
}
function listOf(schema: Schema): List | null {
  const def = defOf(valueOf(schema))
  if (def.type === 'array') return { element: def.element, text: false }
  if (def.type !== 'union') return null
  const [list] = def.options.flatMap((option) => listOf(option) ?? [])
  return list ? { ...list, text: def.options.some((option) => defOf(option).type === 'string') } : null
}
const known = new WeakMap<Schema, ReadonlyMap<string, List>>()
/** The lists among the fields of a body or query, by name. */
export function listsOf(schema: Schema | undefined): ReadonlyMap<string, List> {
  const def = schema && defOf(schema)
  if (def?.type !== 'object') return new Map()
  const lists =
    known.get(schema as Schema) ??
    new Map(
      Object.entries(def.shape).flatMap(([name, field]) => {
        const list = listOf(field)
        return list ? [[name, list] as const] : []
      }),
    )
  known.set(schema as Schema, lists)
  return lists
}
/** `name[]` or `name[0]`. */
const BRACKET = /^([^[\]]+)\[(\d*)\]$/
/** Adds a field of a form: a list keeps every value of its name, another field the last one. */
export function addField(fields: Fields, name: string, value: unknown, lists: ReadonlyMap<string, List>): void {
  const again = Object.hasOwn(fields, name) && lists.has(BRACKET.exec(name)?.[1] ?? name)
  fields[name] = again ? [fields[name], value].flat() : value
}
/** The fields with their lists put together, and the names with brackets that belong to no list. */
export function readLists(schema: Schema, given: Fields): { fields: Fields; unknown: string[] } {
  if (defOf(schema).type !== 'object') return { fields: given, unknown: [] }
  const lists = listsOf(schema)
  const fields = new Map<string, unknown>()
  const parts = new Map<string, { at: number; value: unknown }[]>()
  const unknown: string[] = []
  for (const [key, value] of Object.entries(given)) {
    const [, name = '', at = ''] = BRACKET.exec(key) ?? []
    if (lists.has(name)) parts.set(name, [...(parts.get(name) ?? []), { at: at ? Number(at) : Infinity, value }])
    else if (key.includes('[')) unknown.push(key)
    else fields.set(key, value)
  }
  for (const [name, list] of lists) {
    const more = parts.get(name)
    if (more) {
      const own = fields.has(name) ? [{ at: -1, value: fields.get(name) }] : []
      const values = [...own, ...more].sort((a, b) => a.at - b.at || 0).flatMap((p) => p.value)
      // An empty one says that the list is empty, or stands for the boxes that are not ticked.
      fields.set(
        name,
        values.filter((v) => v !== '').flatMap((v) => elementsOf(v, list)),
      )
    } else if (fields.has(name)) fields.set(name, readValue(fields.get(name), list))
  }
  return { fields: Object.fromEntries(fields), unknown }
}
/** What stands under the list's own name. JSON text and what means nothing are the contract's to read. */
function readValue(value: unknown, list: List): unknown {
  if (Array.isArray(value)) return value.flatMap((v: unknown) => elementsOf(v, list))
  if (value === null || value === undefined) return value
  if (typeof value === 'string' && (list.text || ['', 'null'].includes(value) || /^\s*\[/.test(value))) return value
  return elementsOf(value, list)
}
/** The elements that one value is: several numbers, an object or a list as JSON text, else the value itself. */
function elementsOf(value: unknown, { element }: List): unknown[] {
  if (typeof value !== 'string') return [value]
  if (/^\s*\d+(\s*,\s*\d+)+\s*$/.test(value) && accepts(element, 1)) return value.split(',').map((n) => n.trim())
  // An object's text is no text of a list: the contract refuses the object.
  if (!/^\s*\{/.test(value) && (!/^\s*\[/.test(value) || accepts(element, value))) return [value]
  try {
    return [JSON.parse(value) as unknown].flat()
  } catch {
    return [value]
  }
}
