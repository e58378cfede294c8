/** The name of the company whose address this is, or of the platform. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Mostruário'
