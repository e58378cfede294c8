/** A Portuguese sentence with {names} to fill in; the browser looks it up in the reader's language first. */
export interface Sentence {
  text: string
  values?: Record<string, string | number>
}
export const fillIn = (text: string, values?: Sentence['values']) => (values ? text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? '')) : text)
/** The words of an HTML text, on one line. */
export const plainText = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
