// Takes a change of many rows back, and says what came back and what somebody changed since.
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { undoChange } from '../contract.ts'

/** Names that a sentence lists. */
const NAMED = 3
export function someOf(all: readonly string[]): string {
  const names = all.slice(0, NAMED).join(', ')
  return all.length > NAMED ? t('{names} e mais {n}', { names, n: all.length - NAMED }) : names
}
/** The sentence that says how it went; throws the server's refusal. */
export async function takeBack(id: number): Promise<string> {
  const { restored, kept, left = [] } = await call(undoChange, { params: { id } })
  renew()
  const back = tn(restored, '{n} linha como antes.', '{n} linhas como antes.')
  if (left.length === 0)
    return kept ? t('{n} desfeitos; {k} ficaram como alguém deixou depois.', { n: restored, k: kept }) : back
  return `${back} ${t('Ficou como alguém deixou depois: {names}.', { names: someOf(left) })}`
}
