// Tags as text: with commas between, one that holds a comma in quotation marks; or as a JSON list.

/** `natal, "P, M"` or `["natal","P, M"]` → the tags; the word "empty" is none (specification §5). */
export function splitTags(text: string): string[] {
  const list =
    listOf(text) ??
    [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]+))(?:,|$)/g)].map(
      (m) => m[1]?.replaceAll('""', '"') ?? m[2] ?? '',
    )
  return list.map((x) => x.trim()).filter((x) => x && x !== 'empty')
}
function listOf(text: string): string[] | null {
  if (!text.trimStart().startsWith('[')) return null
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((x) => typeof x === 'string') ? value : null
  } catch {
    return null
  }
}
/** The way back: what splitTags reads as the same tags. */
export const joinTags = (tags: readonly string[]) =>
  tags.map((x) => (/[",]|^\[|^empty$/.test(x) ? `"${x.replaceAll('"', '""')}"` : x)).join(', ')
