import { palette } from '#shared/colour.ts'
import { pictureAt } from '#shared/picture.ts'

/** A company's logo, or its letters on its colour. */
export function Mark({ name, logo, colour }: { name: string; logo: string; colour: string }) {
  const letters = name
    .split(/\s+/)
    .filter((w) => /\p{L}/u.test(w) && !/^(d[aeo]s?|e)$/i.test(w))
    .map((w) => w[0])
    .filter((_, i, all) => i === 0 || i === all.length - 1)
    .join('')
    .toUpperCase()
  return (
    <span
      className="mark40"
      aria-hidden="true"
      ref={(el) => {
        if (!el || logo) return
        const { bar, on } = palette(colour)
        el.style.setProperty('background', bar)
        el.style.setProperty('color', on)
      }}
    >
      {logo ? <img src={pictureAt(logo, 160)} alt="" /> : letters}
    </span>
  )
}
