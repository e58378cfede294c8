// A form's values, what is wrong with them, and saving. What was typed is kept for this tab until it is saved, so that
// a failed save, a reload or an ended session loses nothing.
import { useEffect, useRef, useState } from 'react'
import { isFailure } from './api.ts'
import { t } from './i18n.ts'
import { notify } from './ui/snack.tsx'

export interface Form<T> {
  values: T
  set<K extends keyof T>(key: K, value: T[K]): void
  /** Changes values from what they are by then, for work that ends later. */
  change(next: (now: T) => T): void
  /** Sentence under a field, '' when it is fine. */
  error(key: string): string | undefined
  busy: boolean
  /** Something differs from what was opened. */
  dirty: boolean
  /** Fields that differ, with what they were. */
  changed(): (keyof T)[]
  discard(): void
  /** Runs `save`; field messages of a refusal go to their fields, the first one gets the focus. */
  submit(save: () => Promise<void>): Promise<void>
}
const draftName = (name: string) => `mo_draft:${name}`
function readDraft<T>(name: string): Partial<T> {
  if (!name) return {}
  try {
    return JSON.parse(sessionStorage.getItem(draftName(name)) ?? '{}') as Partial<T>
  } catch {
    return {}
  }
}
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** `name` '': what is typed is a secret and is not kept. */
export function useForm<T extends object>(name: string, opened: T, onFailure?: (failure: unknown) => boolean): Form<T> {
  const [base, setBase] = useState(opened)
  const [values, setValues] = useState<T>(() => ({ ...opened, ...readDraft<T>(name) }))
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [busy, setBusy] = useState(false)
  const focus = useRef(false)
  const changed = () => (Object.keys(values) as (keyof T)[]).filter((k) => !same(values[k], base[k]))
  const dirty = changed().length > 0
  useEffect(() => {
    if (!name) return
    if (dirty) sessionStorage.setItem(draftName(name), JSON.stringify(Object.fromEntries(changed().map((k) => [k, values[k]]))))
    else sessionStorage.removeItem(draftName(name))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [name, values, base])
  useEffect(() => {
    if (!focus.current) return
    focus.current = false
    document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  return {
    values,
    set: (key, value) => {
      setValues((v) => ({ ...v, [key]: value }))
      setErrors((e) => Object.fromEntries(Object.entries(e).filter(([k]) => k !== key && !k.startsWith(`${String(key)}.`))))
    },
    change: setValues,
    error: (key) => errors[key]?.[0] && t(errors[key][0]),
    busy,
    dirty,
    changed,
    discard: () => {
      setValues(base)
      setErrors({})
    },
    submit: async (save) => {
      setBusy(true)
      setErrors({})
      try {
        await save()
        sessionStorage.removeItem(draftName(name))
        setBase(values)
      } catch (failure) {
        if (onFailure?.(failure)) return
        if (!isFailure(failure)) throw failure
        focus.current = true
        setErrors(failure.errors)
        notify(failure.message)
      } finally {
        setBusy(false)
      }
    },
  }
}
