import { type Palette, palette, properties } from '#shared/colour.ts'
import { keepBeside, WORN } from './session.ts'

/** Puts a company's colours on an element and everything in it. */
export function paint(el: HTMLElement, p: Palette): void {
  for (const [name, value] of properties(p)) el.style.setProperty(name, value)
}
/** The whole screen in `colour`. Where people of any company sign in (`shared`) the
 * document comes in the colours of the address; theirs are kept with the account, veil.js puts them on before the
 * next document is painted, and by the cookie the server lets it. */
export function wear(colour: string, shared: boolean): void {
  const p = palette(colour)
  paint(document.documentElement, p)
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', p.bar)
  if (!shared) return
  keepBeside(WORN, Object.fromEntries(properties(p)))
  document.cookie = `${WORN}=1; path=/; max-age=31536000; samesite=lax`
}
