// Clients that are looked for by somebody who has to choose one.
import { useEffect, useState } from 'react'
import { callList, isFailure } from '#web/api.ts'
import { DEBOUNCE } from '#web/useDebounced.ts'
import { type Client, listClients } from '../contract.ts'
import { useKeptClients } from './kept.ts'

const SHOWN = 20
/** Clients of these words: from the device at once, else from the server 300 ms after the last key; what is asked for
 * by Enter comes at once. */
export function useClients(words: string) {
  const here = useKeptClients({ words, order: '', seller: null }, SHOWN)
  const [found, setFound] = useState<Client[] | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const ask = async (name: string, late = () => false): Promise<Client[]> => {
    try {
      const { rows } = await callList(listClients, { query: { name: name.trim(), limit: SHOWN } })
      if (!late()) {
        setFound(rows)
        setFailed(null)
      }
      return rows
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      if (!late()) setFailed(failure)
      return []
    }
  }
  const away = here === null
  useEffect(() => {
    if (!away) return
    let late = false
    const timer = setTimeout(() => void ask(words, () => late), words ? DEBOUNCE : 0)
    return () => {
      late = true
      clearTimeout(timer)
    }
  }, [words, away])
  if (here) return { found: here.rows, failed: null, look: () => Promise.resolve(here.rows) }
  return { found, failed, look: ask }
}
