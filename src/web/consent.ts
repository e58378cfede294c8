/** Where the answer about measuring visits is kept, as it always was: a cookie. */
export const CONSENT = 'mo_consent'
/** What this browser answered; null when it was not asked yet. */
export function consent(): boolean | null {
  const found = new RegExp(`(?:^|; )${CONSENT}=([01])`).exec(document.cookie)
  return found ? found[1] === '1' : null
}
