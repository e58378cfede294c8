// What somebody did on the server's markup before the script came is not lost: buttons that were pressed are pressed
// on the screen that takes the markup's place, and a search goes on where it was being typed.
import { typed } from '#features/products/web/index.ts'

declare global {
  interface Document {
    /** Buttons of the markup in the order of their presses, kept by veil.js; null once the script is here. */
    early?: HTMLButtonElement[] | null
  }
}
/** A button of a card is known by the card's product, any other by its name. */
const nameOf = (b: HTMLButtonElement) => b.closest('article')?.querySelector('a')?.href ?? b.ariaLabel ?? b.textContent
const field = () =>
  [...document.querySelectorAll<HTMLInputElement>('#app input[type=search]')].find((f) => f.offsetParent !== null)

/** Takes down what was done; the answer does it again, once the screen is drawn. */
export function takeEarly(): () => void {
  const pressed = (document.early ?? []).map(nameOf)
  document.early = null
  const search = field()
  const words = search?.value ?? ''
  const typing = search !== undefined && search === document.activeElement
  if (words) typed.set(words)
  return () => {
    if (typing) field()?.focus()
    void press(pressed)
  }
}
const MOST_FRAMES = 60
/** The list draws its cards a few frames after it stands. */
async function press(names: (string | null)[]): Promise<void> {
  for (const name of names)
    for (let frame = 0; frame < MOST_FRAMES; frame++) {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('#app button')]
      // The markup's card had one button; beside it now may stand the one that takes away.
      const button = buttons.find((b) => nameOf(b) === name && (!b.closest('article') || b.matches('.add')))
      if (button) {
        button.click()
        break
      }
      await new Promise(requestAnimationFrame)
    }
}
