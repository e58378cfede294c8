// What somebody has typed and not sent stays on this device, also when the page is closed; signing out clears it.
const nameOf = (conversation: string) => `mo_writing:${conversation}`

export const draftOf = (conversation: string) => localStorage.getItem(nameOf(conversation)) ?? ''
export function keepDraft(conversation: string, text: string): void {
  if (text) localStorage.setItem(nameOf(conversation), text)
  else localStorage.removeItem(nameOf(conversation))
}
/** An account's words in every conversation go. */
export function dropDrafts(account: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(nameOf(`${account}:`))) localStorage.removeItem(key)
}
interface Sending {
  key: string
  text: string
}
/** What a link's holder has sent and no answer came to yet: a page that is closed then begins with it again, under its
 * key. */
export function keepSending(conversation: string, message: Sending | null): void {
  keepDraft(`${conversation}:sent`, message?.text ? JSON.stringify({ key: message.key, text: message.text }) : '')
}
export function sendingOf(conversation: string): Sending | null {
  try {
    return JSON.parse(draftOf(`${conversation}:sent`) || 'null') as Sending | null
  } catch {
    return null
  }
}
