// Until when the company's trial or subscription lasts, in its admins' calendar.
import { feedsAgenda, wholeDay } from '#server/agenda.ts'
import { addDays } from '#shared/day.ts'
import { findEnd } from './queries.ts'

feedsAgenda('subscription', [1], async (a) => {
  const found = await findEnd(a.tx, a)
  if (!found) return []
  const { day, trial, name } = found
  const kind = trial ? 'trial' : 'subscription'
  return [wholeDay(kind, day, addDays(day, 1), { id: kind, name, to: '/session/assinar' })]
})
