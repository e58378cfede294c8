// Node and PostgreSQL each have a copy of the time zone database: days are counted in both, so the copies must agree.
import type pg from 'pg'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { offsetMinutes } from '#shared/time-zones.ts'
import { zoneName } from '#shared/zone-names.ts'
import { type Finding, fine, warning } from './finding.ts'

const HOUR = 3_600_000
const YEARS = 2
/** A zone's offset from UTC in minutes, from the hour it begins to apply. */
export type Offsets = { from: number; minutes: number }[]

/** The offsets that Node gives a zone between two moments, looked at hour by hour; null for a zone it does not know. */
export function offsetsInNode(zone: string, from: number, until: number): Offsets | null {
  const out: Offsets = []
  try {
    for (let at = from; at < until; at += HOUR) {
      const minutes = offsetMinutes(zone, new Date(at))
      if (out.at(-1)?.minutes !== minutes) out.push({ from: at, minutes })
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
  return out
}
/** The first moment at which two books differ; null where they do not. */
function firstDifference(one: Offsets, other: Offsets): number | null {
  const at = (book: Offsets, moment: number) => book.findLast((o) => o.from <= moment)?.minutes
  const moments = [...one, ...other].map((o) => o.from).sort((a, b) => a - b)
  return moments.find((m) => at(one, m) !== at(other, m)) ?? null
}
async function offsetsInDatabase(owner: pg.Client, zone: string, from: number, until: number): Promise<Offsets> {
  const { rows } = await owner.query<{ from: number; minutes: number }>(
    `select x.from::float8, x.minutes from (
       select extract(epoch from g) * 1000 as from, m.minutes, lag(m.minutes) over (order by g) as before
       from generate_series(to_timestamp($2::float8 / 1000), to_timestamp($3::float8 / 1000), interval '1 hour') g,
         lateral (select (extract(epoch from (g at time zone $1) - (g at time zone 'UTC')) / 60)::int as minutes) m) x
     where x.before is distinct from x.minutes order by 1`,
    [zone, from, until - 1],
  )
  return rows
}
/** Compares the zones in use over the coming two years. */
export async function timeZones(owner: pg.Client, now = Date.now(), book = offsetsInNode): Promise<Finding[]> {
  const from = Math.floor(now / HOUR) * HOUR
  const until = from + YEARS * 366 * 24 * HOUR
  const { rows } = await owner.query<{ zone: string; n: number }>(
    `select z.zone, (select count(*)::int from companies c where c.time_zone = z.zone and c.deleted_at is null) as n
     from (select time_zone as zone from companies where deleted_at is null union select $1) z order by 1`,
    [HOME_ZONE],
  )
  const out: Finding[] = []
  for (const { zone, n } of rows) {
    const here = book(zone, from, until)
    if (!here) {
      out.push(
        warning(
          `O fuso ${zone}, de ${n} empresas, não existe neste Node: os dias delas são contados pelo de ${zoneName(HOME_ZONE)}.`,
          'Atualize o Node ou escolha outro fuso nessas empresas.',
        ),
      )
      continue
    }
    const differs = firstDifference(here, await offsetsInDatabase(owner, zone, from, until))
    if (differs !== null)
      out.push(
        warning(
          `O fuso ${zone} (${n} empresas) difere entre Node e PostgreSQL a partir de ${new Date(differs).toISOString().slice(0, 10)}.`,
          'Atualize o mais antigo dos dois: dias e horas desse fuso podem diferir em telas e somas.',
        ),
      )
  }
  return out.length > 0 ? out : [fine(`Fusos horários iguais em Node e PostgreSQL (${rows.length} em uso)`)]
}
