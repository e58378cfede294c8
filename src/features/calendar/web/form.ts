// An event as a form has it, and back.
import { addDays } from '#shared/day.ts'
import { addMinutes, dayOfWall, midnight, timeOfWall } from '#shared/wall.ts'
import type { Item } from '../contract.ts'
import { choiceOf, type Repeat, ruleOf } from '../rules.ts'

/** An event as it is sent. */
export interface Typed {
  title: string
  notes: string
  all_day: boolean
  starts: string
  ends: string
  rule: string
}
export interface FormValues {
  title: string
  notes: string
  all_day: boolean
  day: string
  time: string
  last_day: string
  end_time: string
  /** 'own': a rule that no choice here makes. */
  repeat: Repeat | 'own'
  weekdays: number[]
  until: string
  rule: string
  user_id: string
}
export function formOf(e: Typed, user_id = ''): FormValues {
  const choice = choiceOf(e.rule, dayOfWall(e.starts))
  return {
    title: e.title,
    notes: e.notes,
    all_day: e.all_day,
    day: dayOfWall(e.starts),
    time: e.all_day ? '09:00' : timeOfWall(e.starts),
    last_day: e.all_day ? addDays(dayOfWall(e.ends), -1) : dayOfWall(e.ends),
    end_time: e.all_day ? '10:00' : timeOfWall(e.ends),
    repeat: choice ? choice.repeat : 'own',
    weekdays: choice?.weekdays ?? [],
    until: choice?.until ?? '',
    rule: e.rule,
    user_id,
  }
}
export function typedOf(v: FormValues): Typed {
  const { repeat, weekdays, until } = v
  return {
    title: v.title,
    notes: v.notes,
    all_day: v.all_day,
    starts: v.all_day ? midnight(v.day) : `${v.day}T${v.time}`,
    ends: v.all_day ? midnight(addDays(v.last_day, 1)) : `${v.last_day}T${v.end_time}`,
    rule: repeat === 'own' ? v.rule : ruleOf({ repeat, weekdays, until }, v.day),
  }
}
/** What stands in a calendar, as a form begins with it. */
export const typedOfItem = (i: Item): Typed => ({
  title: i.name,
  notes: i.notes,
  all_day: i.all_day,
  starts: i.starts,
  ends: i.ends,
  rule: i.event?.rule ?? '',
})
/** An hour that begins there, and nothing said of it yet. */
export const blankAt = (starts: string): Typed => ({
  title: '',
  notes: '',
  all_day: false,
  starts,
  ends: addMinutes(starts, 60),
  rule: '',
})
