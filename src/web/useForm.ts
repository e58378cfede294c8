// A form's values, what is wrong with them, and saving. What was typed is kept for this tab until it is saved, so that
// a failed save, a reload or an ended session loses nothing. The form knows what is stored: what it opened with, what
// its own last save stored, or what it was told that somebody else did.
import { useEffect, useMemo, useRef, useState } from 'react'
import { asFailure, type Failure, isFailure } from './api.ts'
import { collides, merge, same } from './merge.ts'
import { type Account, currentAccount } from './session.ts'
import { notify } from './ui/snack.tsx'

export interface Form<T> {
  values: T
  /** What is stored, as far as the form was told. */
  base: T
  set<K extends keyof T>(key: K, value: T[K]): void
  /** Changes values from what they are by then, for work that ends later. */
  change(next: (now: T) => T): void
  /** Sentence under a field, '' when it is fine. */
  error(key: string): string | undefined
  busy: boolean
  /** Something differs from what is stored. */
  dirty: boolean
  /** Fields that differ from what is stored. */
  changed(): (keyof T)[]
  discard(): void
  /** Something else is stored by now: fields that nobody touched here show it, the others keep what was typed. */
  adopt(stored: T): Conflict<T> | null
  /** Somebody else changed what was changed here; `base` holds theirs, `values` one's own. */
  conflict: Conflict<T> | null
  /** The conflict was seen: one's own stays typed, or theirs is taken. */
  settle(choice: 'mine' | 'theirs'): void
  /** Runs `save`, which answers what is stored then (nothing: what was typed); field messages of a refusal go to
   * their fields, the first one gets the focus. */
  submit(save: () => Promise<T | void>): Promise<void>
}
export interface Conflict<T> {
  fields: (keyof T)[]
  /** What stood there before both. */
  before: T
}
interface Options<T> {
  /** True: the page has said it itself. */
  onFailure?: (failure: unknown) => boolean
  /** Reads what a refused save found stored (`changed_elsewhere`). */
  stored?: (failure: Failure) => T
}
interface Draft<T> {
  values: Partial<T>
  /** What stood in these fields when they were typed over. */
  base: Partial<T>
  /** What the server said to it when it was sent later: by field, said until that is typed over. */
  errors?: Record<string, string[]>
}
/** Where what is typed into a form is kept for this tab: the next person to sign in here finds nothing of it. */
export const draftName = (name: string) => `mo_draft:${currentAccount<Account>()?.user?.id ?? ''}:${name}`
function readDraft<T>(kept: string): Draft<T> {
  const none = { values: {}, base: {} }
  try {
    return { ...none, ...(JSON.parse(sessionStorage.getItem(kept) ?? '{}') as Partial<Draft<T>>) }
  } catch {
    return none
  }
}
const keysOf = <T extends object>(values: T) => Object.keys(values) as (keyof T)[]
const changedKeys = <T extends object>(values: T, base: T) => keysOf(values).filter((k) => !same(values[k], base[k]))
const pick = <T extends object>(values: T, keys: (keyof T)[]) =>
  Object.fromEntries(keys.map((k) => [k, values[k]])) as Partial<T>
/** What stands at "address.city"; undefined where there is nothing of that name. */
const at = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((v, key) => (v as Record<string, unknown> | null | undefined)?.[key], values)
/** Whether a refusal of `path` still speaks of what is typed: it was not changed since, by whatever way. */
function stands(path: string, refused: object, now: object): boolean {
  const was = at(refused, path)
  if (was !== undefined) return same(was, at(now, path))
  const [field = ''] = path.split('.')
  return same(at(refused, field), at(now, field))
}
function conflictOf<T extends object>(before: T, mine: T, theirs: T): Conflict<T> | null {
  const fields = keysOf(mine).filter((k) => collides(before[k], mine[k], theirs[k]))
  return fields.length > 0 ? { fields, before } : null
}

/** `name` '': what is typed is a secret and is not kept. */
export function useForm<T extends object>(name: string, opened: T, { onFailure, stored }: Options<T> = {}): Form<T> {
  /** Whose it was when it was opened: signing up makes a person of nobody. */
  const kept = useMemo(() => name && draftName(name), [name])
  // A draft was typed over what stood there then; meanwhile something else may be stored.
  const [start] = useState(() => {
    const draft = readDraft<T>(kept)
    const before = { ...opened, ...draft.base }
    const typed = { ...before, ...draft.values }
    const values = merge(before, typed, opened)
    return { values, conflict: conflictOf(before, typed, opened), errors: draft.errors ?? {} }
  })
  const [base, setBase] = useState(opened)
  const [values, setValues] = useState<T>(start.values)
  const [conflict, setConflict] = useState(start.conflict)
  /** What was refused, and as what it was typed: a sentence goes as its field is mended. */
  const [refusal, setRefusal] = useState({ errors: start.errors, values: start.values })
  const [busy, setBusy] = useState(false)
  const focus = useRef(false)
  /** What the last refusal says, for a form that has no field for it. */
  const unmarked = useRef('')
  const changed = () => changedKeys(values, base)
  const dirty = changed().length > 0
  const stillWrong = (key: string) => stands(key, refusal.values, values)
  useEffect(() => {
    if (!kept) return
    const keys = changedKeys(values, base)
    const { errors } = refusal
    const wrong = Object.keys(errors).filter((key) => stands(key, refusal.values, values))
    if (keys.length > 0)
      sessionStorage.setItem(
        kept,
        JSON.stringify({
          values: pick(values, keys),
          base: pick(base, keys),
          errors: pick(errors, wrong) as typeof errors,
        } satisfies Draft<T>),
      )
    else sessionStorage.removeItem(kept)
  }, [kept, values, base, refusal])
  useEffect(() => {
    if (!focus.current) return
    focus.current = false
    const marked = document.querySelector<HTMLElement>('[aria-invalid=true]')
    if (marked) marked.focus()
    // No field of the form shows it.
    else if (unmarked.current) notify(unmarked.current)
  }, [refusal])
  const adopt = (theirs: T) => {
    const found = conflictOf(base, values, theirs)
    setConflict(found)
    setValues((now) => merge(base, now, theirs))
    setBase(theirs)
    return found
  }
  return {
    values,
    base,
    set: (key, value) => setValues((v) => ({ ...v, [key]: value })),
    change: setValues,
    error: (key) => (stillWrong(key) ? refusal.errors[key]?.[0] : undefined),
    busy,
    dirty,
    changed,
    discard: () => {
      setValues(base)
      setRefusal({ errors: {}, values: base })
    },
    adopt,
    conflict,
    settle: (choice) => {
      if (conflict && choice === 'theirs') setValues((now) => merge(conflict.before, now, base, 'theirs'))
      setConflict(null)
    },
    submit: async (save) => {
      // A second tap while the first is under way saves nothing twice.
      if (busy) return
      setBusy(true)
      setRefusal({ errors: {}, values })
      try {
        const saved = (await save()) ?? values
        sessionStorage.removeItem(kept)
        setBase(saved)
        setValues((now) => merge(values, now, saved))
      } catch (failure) {
        if (stored && isFailure(failure) && failure.code === 'changed_elsewhere' && adopt(stored(failure))) return
        if (onFailure?.(failure)) return
        notify(asFailure(failure).message)
        if (!isFailure(failure)) throw failure
        focus.current = true
        unmarked.current = failure.summary
        setRefusal({ errors: failure.errors, values })
      } finally {
        setBusy(false)
      }
    },
  }
}
