// A form over one stored thing that others change too: it says what it had shown (`was`), so
// that nobody overwrites silently.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Failure } from './api.ts'
import { changedParts } from './merge.ts'
import { type Form, useForm } from './useForm.ts'

interface Kind<S, T> {
  /** As it crosses the wire. */
  shape: z.ZodMiniType<S>
  values: (stored: S | null) => T
  onFailure?: (failure: unknown) => boolean
}
export interface StoredForm<S, T> extends Omit<Form<T>, 'submit'> {
  /** The thing as it stands, as far as the form was told; null: not there yet. */
  stored: S | null
  /** What stands in these fields, as the server said it: of a field with parts, the parts that were changed. */
  was(keys: (keyof T)[]): Record<string, unknown>
  submit(save: () => Promise<S>): Promise<void>
}
/** `opened`: read anew, it brings what changed meanwhile into the fields that nobody touched here. */
export function useStored<S extends object, T extends object>(
  name: string,
  opened: S | null,
  { shape, values, onFailure }: Kind<S, T>,
): StoredForm<S, T> {
  const [stored, setStored] = useState(opened)
  const take = (next: S) => {
    setStored(next)
    return values(next)
  }
  const form = useForm<T>(name, values(opened), {
    ...(onFailure && { onFailure }),
    stored: (failure: Failure) => take(z.decode(shape, failure.extra.current as never)),
  })
  const bring = useEffectEvent((next: S) => form.adopt(take(next)))
  const last = useRef(opened)
  useEffect(() => {
    if (last.current === opened || !opened) return
    last.current = opened
    bring(opened)
  }, [opened])
  return {
    ...form,
    stored,
    was: (keys) => {
      const wire = (stored ? z.encode(shape, stored) : {}) as Record<string, unknown>
      return Object.fromEntries(
        keys.map((k) => [k, seen(wire[k as string], changedParts(form.base[k], form.values[k]), form.values[k])]),
      )
    },
    submit: (save) => form.submit(async () => take(await save())),
  }
}
/** Of a thing with parts only those that are sent; null for what is not there. */
function seen(stands: unknown, sent: unknown, whole: unknown): unknown {
  if (sent === whole) return stands ?? null
  return Object.fromEntries(
    Object.keys(sent as object).map((part) => [part, (stands as Record<string, unknown> | undefined)?.[part] ?? null]),
  )
}
