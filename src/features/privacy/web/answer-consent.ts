// The answer about measuring visits: kept on the device, and recorded for the company.
import { useSyncExternalStore } from 'react'
import { call } from '#web/api.ts'
import { CONSENT, consent } from '#web/consent.ts'
import { recordConsent } from '../contract.ts'

const YEAR = 365 * 24 * 3600
/** Cookies of the measuring scripts, which have none of their own (shell/TagFrame.tsx). */
export const TAG_COOKIES = 'mo_tags'
/** Written at each answer, so that other tabs hear of it; the name of the event in this tab. */
const ANSWERED = 'mo_consent_at'

/** A number that this browser drew for itself, so that its answer can be told from others. */
function visitorNumber(): string {
  const kept = localStorage.getItem('mo_visitor') ?? crypto.randomUUID()
  localStorage.setItem('mo_visitor', kept)
  return kept
}
/** Takes effect on the device at once; an answer that the server cannot keep still holds here. */
export function answerConsent(granted: boolean): void {
  document.cookie = `${CONSENT}=${granted ? 1 : 0}; path=/; max-age=${YEAR}; samesite=lax`
  if (!granted) localStorage.removeItem(TAG_COOKIES)
  localStorage.setItem(ANSWERED, String(Date.now()))
  dispatchEvent(new Event(ANSWERED))
  void call(recordConsent, { body: { visitor: visitorNumber(), granted } }).catch(() => {})
}

/** `pageshow`: the page comes back out of the browser's history. */
const CHANGES = ['storage', 'pageshow', ANSWERED]
function subscribe(changed: () => void): () => void {
  for (const name of CHANGES) addEventListener(name, changed)
  return () => {
    for (const name of CHANGES) removeEventListener(name, changed)
  }
}
/** What this browser answered, in whichever tab; null when it was not asked yet. */
export const useConsent = () => useSyncExternalStore(subscribe, consent)
