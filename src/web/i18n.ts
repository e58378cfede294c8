// The Portuguese sentence is the key. Other languages come from
// ./assets/i18n/{lang}.json; what they lack stays Portuguese.
import { showWhole } from '#shared/money.ts'
import { fillIn, type Said, tell } from '#shared/sentence.ts'

let dictionary: Record<string, string> = {}
const CHOSEN = 'mo_lang'

/** "Faltam {n} itens" with n filled in, in the reader's language. */
export function t(sentence: string, values?: Record<string, string | number>): string {
  return fillIn(dictionary[sentence] ?? sentence, values)
}
/** What browser and server say alike, in the reader's language. */
export const say = (said: Said) => tell(said, (sentence) => dictionary[sentence] ?? sentence)
/** One of two sentences by number, {n} filled in. */
export const tn = (n: number, one: string, many: string) => t(n === 1 ? one : many, { n: showWhole(n) })

function languageOf(wanted: readonly string[]): 'pt' | 'en' | 'fr' {
  const first = (wanted[0] ?? 'pt').toLowerCase()
  return first.startsWith('pt') ? 'pt' : first.startsWith('fr') ? 'fr' : 'en'
}
/** The reader's language: chosen on this device, else the browser's; English for what we do not speak. */
export const language = () => languageOf([localStorage.getItem(CHOSEN) ?? '', ...navigator.languages].filter(Boolean))
/** Keeps a choice and loads the page again in it. */
export function chooseLanguage(code: string): void {
  localStorage.setItem(CHOSEN, code)
  location.reload()
}
/** Loads the reader's language; Portuguese needs none. */
export async function loadLanguage(): Promise<void> {
  const wanted = language()
  document.documentElement.lang = wanted === 'pt' ? 'pt-BR' : wanted
  if (wanted === 'pt') return
  try {
    dictionary = (await (await fetch(`/assets/i18n/${wanted}.json`)).json()) as Record<string, string>
  } catch {
    dictionary = {}
  }
}
