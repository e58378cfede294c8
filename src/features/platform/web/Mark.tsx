import { palette } from '#shared/colour.ts'
import { initials } from '#shared/name.ts'
import { pictureAt } from '#shared/picture.ts'

/** "da", "e", "&": what a mark leaves out. */
const SMALL_WORDS = /^(?:[Dd][AaEeOo][Ss]?|[Ee]|[^\p{L}]+)$/u
/** A company's logo, or its letters on its colour. */
export function Mark({ name, logo, colour }: { name: string; logo: string; colour: string }) {
  return (
    <span
      className="mark40"
      aria-hidden="true"
      ref={(el) => {
        if (!el || logo) return
        const { fill, on } = palette(colour)
        el.style.setProperty('background', fill)
        el.style.setProperty('color', on)
      }}
    >
      {logo ? <img src={pictureAt(logo, 160)} alt="" /> : initials(name, SMALL_WORDS)}
    </span>
  )
}
