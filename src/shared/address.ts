/** A piece of an address in words; one that is no such piece (a stray %) stays as it is. */
export function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
/** A web address that one may follow: http or https, nothing that runs, and no name before an @ that looks like its host. */
export function isWebLink(link: string): boolean {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return false
  const { username, password } = new URL(link)
  return username === '' && password === ''
}
/** Whose address it is, for people to recognise; what is none stays as it is. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
/** The page of this site that an address names, as a browser reads it; null for any other site,
 * whatever it is disguised as. */
export function ownPage(address: string): string | null {
  const here = 'https://here.invalid'
  if (!/^\/(?![/\\])/.test(address) || !URL.canParse(address, here)) return null
  const { origin, pathname, search, hash } = new URL(address, here)
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : null
}
