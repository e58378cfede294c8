/** Puts a personal link into the page's address, in place, or takes it out: null. */
export function showLink(link: string | null): void {
  const url = new URL(location.href)
  if (link === url.searchParams.get('id')) return
  if (link) url.searchParams.set('id', link)
  else url.searchParams.delete('id')
  history.replaceState(history.state, '', url)
}
