// What is made of a name: letters for a mark, a slug for an address.

/** Letters without their accents. */
export const withoutAccents = (text: string) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
/** "Ateliê Jequitibá" → "atelie-jequitiba". */
export const slug = (text: string) =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
/** First and last letter of a name's words: "Doces da Olívia" → "DO"; small words do not count where `skip` says so. */
export const initials = (name: string, skip = /^$/) =>
  name
    .split(/\s+/)
    .filter((w) => w && !skip.test(w))
    .map((w) => w[0])
    .filter((_, i, all) => i === 0 || i === all.length - 1)
    .join('')
    .toUpperCase()
