import { useEffect } from 'react'

/** Title of a page outside the shell; answers the name of the company whose address this is. */
export function useEntry(title: string): string {
  const company = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Mostruário'
  useEffect(() => {
    document.title = `${title} · ${company}`
  }, [title, company])
  return company
}
