// A calendar as other applications subscribe to it (RFC 5545): each thing by itself at its own moment, so that it stands
// there exactly as on our screen, whatever the other one makes of rules and zones.
import ical from 'ical-generator'
import type { AgendaItem } from '#shared/agenda.ts'
import { tell } from '#shared/sentence.ts'
import { dayOfWall, momentOf } from '#shared/wall.ts'
import { labelOf } from '../rules.ts'

export function feedOf(
  items: readonly AgendaItem[],
  of: { name: string; time_zone: string; origin: string; now: Date },
): string {
  const calendar = ical({ name: `Agenda · ${of.name}`, prodId: '//Mostruario//Agenda//PT', ttl: 3600 })
  for (const i of items) {
    const when = i.all_day
      ? { start: asDay(i.starts), end: asDay(i.ends), allDay: true }
      : { start: momentOf(i.starts, of.time_zone), end: momentOf(i.ends, of.time_zone) }
    // An hour that summer time leaves out has no length there.
    if (when.end <= when.start) continue
    calendar.createEvent({
      id: `${i.id}@mostruario`,
      stamp: of.now,
      summary: tell(labelOf(i)),
      ...when,
      ...((i.notes || i.user_name) && { description: [i.notes, i.user_name].filter(Boolean).join('\n') }),
      ...(i.to && { url: `${of.origin}${i.to}` }),
    })
  }
  return calendar.toString()
}
/** A whole day is named by the library in the time of the machine. */
const asDay = (wall: string) => {
  const [y, m, d] = dayOfWall(wall).split('-').map(Number) as [number, number, number]
  return new Date(y, m - 1, d)
}
