import { useState } from 'react'
import { asFailure, type Failure, isFailure } from '../api.ts'
import { type Form, useForm } from '../useForm.ts'

interface DialogForm<T> extends Form<T> {
  /** What stopped the save, for a `Problem` above the buttons. */
  problem: string
  /** Says why the form cannot be saved as it is. */
  say(words: string): void
}
interface Options<T> {
  /** Errors that a field of the dialog shows. */
  marked: readonly string[]
  stored?: (failure: Failure) => T
}
/** A form in a modal dialog: the page's notice is drawn behind it, so what no field shows is said inside. */
export function useDialogForm<T extends object>(
  name: string,
  opened: T,
  { marked, stored }: Options<T>,
): DialogForm<T> {
  const [problem, setProblem] = useState('')
  const form = useForm<T>(name, opened, {
    ...(stored && { stored }),
    onFailure: (failure) => {
      const { errors, message, summary } = asFailure(failure)
      if (marked.some((key) => errors[key])) return false
      setProblem(summary || message)
      return isFailure(failure)
    },
  })
  const submit: typeof form.submit = (save) => {
    setProblem('')
    return form.submit(save)
  }
  return { ...form, submit, problem, say: setProblem }
}
