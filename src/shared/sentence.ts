/** A Portuguese sentence with {names} to fill in; the browser looks it up in the reader's language first. */
export interface Sentence {
  text: string
  values?: Record<string, string | number | Sentence>
}
/** A fixed sentence, or one with words to fill in. */
export type Said = string | Sentence
export const fillIn = (text: string, values?: Record<string, string | number>) =>
  values ? text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? '')) : text
/** In Portuguese, or as `look` says each sentence; the words that are filled in stay as they are. */
export function tell(said: Said, look = (text: string) => text): string {
  if (typeof said === 'string') return look(said)
  const values = Object.entries(said.values ?? {}).map(
    ([key, v]) => [key, typeof v === 'object' ? tell(v, look) : v] as const,
  )
  return fillIn(look(said.text), Object.fromEntries(values))
}
/** Several sentences or words as one. */
export const joined = (parts: Said[], between = ' '): Sentence => ({
  text: parts.map((_, i) => `{${i}}`).join(between),
  values: Object.fromEntries(parts.map((p, i) => [i, typeof p === 'string' ? { text: p } : p])),
})
/** The words of an HTML text, on one line. */
export const plainText = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
