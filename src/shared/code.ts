// Codes as people type, paste and export them: what nobody sees is no part of a code, when it is
// written and when it is looked for.

/** Controls, formats, and the fillers and selectors that draw nothing. */
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u3164|\uffa0/gu
/** As .xlsx spells a character; a control character among them is an accident of an export. */
const SPELLED = /_x00(?:0[0-9a-f]|1[0-9a-f]|7f|[89][0-9a-f])_/gi
export function cleanCode(text: string): string {
  // Nearly every code: plain letters, digits and signs.
  if (/^[!-^`-~]*$/.test(text)) return text
  return text
    .replace(SPELLED, '')
    .replace(/[\p{Zs}\t\n\r]+/gu, ' ')
    .replace(INVISIBLE, '')
    .trim()
}
