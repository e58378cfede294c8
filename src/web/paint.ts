import type { Palette } from '#shared/colour.ts'

/** Puts a company's five colours on an element and everything in it. */
export function paint(el: HTMLElement, c: Palette): void {
  const values = { brand: c.brand, 'on-brand': c.on, 'brand-bar': c.bar, 'brand-ink': c.ink, 'brand-ink-dark': c.inkDark }
  for (const [name, value] of Object.entries(values)) el.style.setProperty(`--${name}`, value)
}
