// An operator inside a company: the visit's session is this tab's, the operator's own waits for its end.
import { ACCOUNT, copiesCleared, forgetSession, TOKEN } from './session.ts'
import { draftName } from './useForm.ts'

const OPERATOR = 'mo_operator'
/** Enters: what this tab's own session is kept as is put aside, one of every tab's stays where it is. */
export function visit(token: string): void {
  const own = { token: sessionStorage.getItem(TOKEN), account: sessionStorage.getItem(ACCOUNT) }
  sessionStorage.setItem(OPERATOR, JSON.stringify(own))
  sessionStorage.setItem(TOKEN, token)
  sessionStorage.removeItem(ACCOUNT)
  location.assign('/mobi')
}
/** Leaves, and is back in the operator's own: nothing of what the device kept for the visit, or was typed in it, stays. */
export async function endVisit(): Promise<void> {
  await copiesCleared()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftName(''))) sessionStorage.removeItem(key)
  forgetSession()
  const own = JSON.parse(sessionStorage.getItem(OPERATOR) ?? '{}') as { token?: string | null; account?: string }
  sessionStorage.removeItem(OPERATOR)
  if (own.token) {
    sessionStorage.setItem(TOKEN, own.token)
    sessionStorage.setItem(ACCOUNT, own.account ?? '')
  }
  location.assign('/dashboard/companies')
}
