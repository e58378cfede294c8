// A question in a dialog of its own: which one is open, and why what was said to it did not go.
import { useState } from 'react'
import { isFailure } from './api.ts'
import { t } from './i18n.ts'
import { notify } from './ui/snack.tsx'

export interface Question<T> {
  asked: T | null
  /** Opens this one; null closes. */
  ask: (question: T | null) => void
  problem: string
  /** Said in the dialog, where what was typed stays; what somebody else did meanwhile leaves nothing to ask, and closes it. */
  refused: (failure: unknown) => void
}
export function useQuestion<T>(): Question<T> {
  const [asked, setAsked] = useState<T | null>(null)
  const [problem, setProblem] = useState('')
  const ask = (question: T | null) => {
    setProblem('')
    setAsked(question)
  }
  const refused = (failure: unknown) => {
    const words = isFailure(failure) ? failure.message : t('Algo deu errado neste aparelho.')
    const over = isFailure(failure) && (failure.status === 404 || failure.status === 409)
    if (asked && !over) return setProblem(words)
    ask(null)
    notify(words)
  }
  return { asked, ask, problem, refused }
}
