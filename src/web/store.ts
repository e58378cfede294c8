import { useSyncExternalStore } from 'react'

/** A value that screens follow. */
export interface Store<T> {
  get(): T
  set(next: T | ((now: T) => T)): void
  use(): T
}
export function createStore<T>(first: T, onChange: (value: T) => void = () => {}): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  const get = () => value
  return {
    get,
    set(next) {
      value = typeof next === 'function' ? (next as (now: T) => T)(value) : next
      onChange(value)
      for (const l of listeners) l()
    },
    use: () =>
      useSyncExternalStore((l) => {
        listeners.add(l)
        return () => listeners.delete(l)
      }, get),
  }
}
