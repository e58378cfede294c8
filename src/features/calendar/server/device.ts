// What a seller's device keeps of the own calendar: the week before, this one and those to come.
import * as z from 'zod/mini'
import { readAgenda } from '#server/agenda.ts'
import { dayIn } from '#server/clock.ts'
import { keepsValue } from '#server/device.ts'
import { addDays } from '#shared/day.ts'
import { keptCalendarShape } from '../contract.ts'
import { daysOf } from '../rules.ts'

const WEEKS = 7
keepsValue('calendar', [2], async ({ tx, caller, now }) => {
  const { level, user_id, time_zone } = caller
  const from = addDays(daysOf('week', dayIn(time_zone, now)).from, -7)
  const until = addDays(from, 7 * WEEKS)
  const items = await readAgenda({ tx, level, user_id, whose: user_id, from, until, time_zone })
  return z.encode(keptCalendarShape, { from, until, items })
})
