// A product's sheet opens over the list, at its own address, and goes back to its card. Where the browser can draw the
// way between both, and nobody asked for less movement, the photo moves from the one to the other.
import { moving } from '#web/moving.ts'
import type { ListState } from '#web/useListState.ts'

const NAME = 'product'
/** `photo`: of the card, where the movement begins (`before`) or ends. */
function withPhoto(photo: HTMLElement | null, before: boolean, change: () => void): void {
  const name = (value: string) => photo?.style.setProperty('view-transition-name', value)
  name(before ? NAME : '')
  moving(
    change,
    () => name(before ? '' : NAME),
    () => name(''),
  )
}
const photoOf = (link: Element | null | undefined) =>
  link?.closest('article')?.querySelector<HTMLElement>('.ph') ?? null

/** A tap on a card opens its sheet here, without leaving the list. */
export const openInPlace = (set: ListState['set']) => (e: React.MouseEvent) => {
  const link = (e.target as HTMLElement).closest<HTMLAnchorElement>('article.card a.name')
  if (!link || e.metaKey || e.ctrlKey || e.shiftKey || e.button !== 0) return
  e.preventDefault()
  const product_code = new URL(link.href).searchParams.get('product_code') ?? ''
  withPhoto(photoOf(link), true, () => set({ product_code }))
}
/** Back to the card of what this code names. */
export function shutInPlace(code: string, shut: () => void): void {
  const cards = [...document.querySelectorAll<HTMLAnchorElement>('article.card a.name')]
  const card = cards.find((a) => new URL(a.href).searchParams.get('product_code') === code)
  withPhoto(photoOf(card), false, shut)
}
