// Attributes of a tag, read from its text: whole workbooks are looked through for a few tags, without a parser.
const ATTRIBUTE = /\s([^\s=<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const decoded = (value: string) =>
  value.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] as string)

/** By their names, with the prefix as it is written. */
export const attributesOf = (tag: string): Map<string, string> =>
  new Map([...tag.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, decoded(double ?? single ?? '')]))
/** The attribute of this name, whatever its prefix; '' where there is none. */
export const attributeOf = (tag: string, name: string): string =>
  [...attributesOf(tag)].find(([key]) => key === name || key.endsWith(`:${name}`))?.[1] ?? ''
