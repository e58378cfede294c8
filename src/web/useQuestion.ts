// A question in a dialog of its own: which one is open, and why what was said to it did not go.
import { useState } from 'react'
import { asFailure, isFailure } from './api.ts'
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
    const words = asFailure(failure).message
    const over = isFailure(failure) && (failure.status === 404 || failure.status === 409)
    if (asked && !over) return setProblem(words)
    ask(null)
    notify(words)
  }
  return { asked, ask, problem, refused }
}
