import type { Tx } from '#server/db.ts'
import { invalid } from '#shared/errors.ts'
import { databaseKnowsZone } from './queries.ts'
import { isTimeZone } from '#shared/time-zones.ts'
import { zonedTime } from '#shared/zoned-time.ts'

/** Whether Node and PostgreSQL have rules for a zone of the list. */
async function isKnown(tx: Tx, zone: string): Promise<boolean> {
  if (!isTimeZone(zone)) return false
  try {
    zonedTime(new Date(0), zone)
  } catch {
    return false
  }
  return databaseKnowsZone(tx, zone)
}
/** Throws 422 for a time zone that is not in the list, or that the server or its database does not know. */
export async function checkZone(tx: Tx, zone: string): Promise<void> {
  if (!(await isKnown(tx, zone))) throw invalid({ time_zone: 'Escolha um fuso horário da lista. Ex.: America/Manaus.' })
}
