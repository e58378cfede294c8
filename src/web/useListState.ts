// What a list shows stands in its address, so that reload, back and a sent link find it again.
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { DEBOUNCE } from './useDebounced.ts'

export interface ListState {
  /** The value under `key`, or ''. */
  of: (key: string) => string
  /** Changes these keys, '' takes one away; any change leads to the first page unless it names another. */
  set: (values: Record<string, string>, options?: { replace: boolean }) => void
  clear: () => void
  /** '?status=novo', to go somewhere and come back; '' when nothing is chosen. */
  query: string
}
export function useListState(): ListState {
  const [params, setParams] = useSearchParams()
  return {
    of: (key) => params.get(key) ?? '',
    set: (values, options) =>
      setParams((p) => {
        for (const [key, value] of Object.entries({ page: '', ...values })) {
          if (value) p.set(key, value)
          else p.delete(key)
        }
        return p
      }, options),
    clear: () => setParams({}),
    query: params.size ? `?${params}` : '',
  }
}
/** The search typed above a list: at once in its field, after the last key in the address, where it
 * makes no further step of "back". */
export function useListSearch(
  state: ListState,
  key: string,
): { words: string; setWords: (text: string) => void; search: string } {
  const search = state.of(key)
  const [words, setWords] = useState(search)
  const waiting = useRef(0)
  useEffect(() => () => clearTimeout(waiting.current), [])
  // The address changed by itself (back, a link, "Ver todos"): the field follows.
  useEffect(() => {
    if (!waiting.current) setWords((w) => (w.trim() === search ? w : search))
  }, [search])
  return {
    words,
    search,
    setWords: (text) => {
      setWords(text)
      clearTimeout(waiting.current)
      waiting.current = window.setTimeout(() => {
        waiting.current = 0
        state.set({ [key]: text.trim() }, { replace: true })
      }, DEBOUNCE)
    },
  }
}
