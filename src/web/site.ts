/** The name of the company whose address this is, or of the platform. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Mostruário'
/** The picture of the company whose address this is, as its tab has it; '' when it has none. */
export const siteLogo = (): string => {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.getAttribute('href') ?? ''
  return icon === 'data:,' ? '' : icon
}
