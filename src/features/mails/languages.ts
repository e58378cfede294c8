// In which languages a mail is written, and what it says.

export type Language = 'pt' | 'en' | 'fr'
export const LANGUAGES: Language[] = ['pt', 'en', 'fr']

export interface Words {
  subject: string
  lines: string[]
  button?: string
  /** Below the button, smaller. */
  after?: string
}
