/** A piece of an address in words; one that is no such piece (a stray %) stays as it is. */
export function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
/** A web address that one may follow: http or https, nothing that runs. */
export const isWebLink = (link: string) => /^https?:\/\//i.test(link) && URL.canParse(link)
