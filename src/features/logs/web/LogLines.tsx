import type { ReactNode } from 'react'
import { formatCents } from '#shared/money.ts'
import { showDay } from '#shared/day.ts'
import { pictureAt } from '#shared/picture.ts'
import { dayHead } from '#web/dayHead.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment, showTime } from '#web/moments.ts'
import type { LogLine } from '../contract.ts'
import { FIELD_LABELS, MONEY_FIELDS, OWN_LABELS, REFERENCES, VALUE_WORDS } from '../fields.ts'
import { type Act, actionWords, actsOf, alike, type Change, manyWords } from '../rules.ts'
import './LogLines.css'

/** By kind of thing, what its own feature calls each field. */
export type FieldLabels = Partial<Record<string, Partial<Record<string, string>>>>

const LONGEST = 80
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
/** What a text says without its marks. */
const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
type Names = Record<string, string>
function show(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return '—'
  const of = REFERENCES[field]
  const name = of && names[`${of}:${String(value)}`]
  if (name) return name
  const word = VALUE_WORDS[field]?.[String(value)]
  if (word) return t(word)
  if (typeof value === 'boolean') return value ? t('sim') : t('não')
  if (typeof value === 'number' && MONEY_FIELDS.has(field)) return formatCents(value)
  if (typeof value === 'number') return value.toLocaleString('pt-BR')
  if (typeof value === 'string') {
    if (/^\d{4}-\d{2}-\d{2}T\d/.test(value)) return showMoment(new Date(value))
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? showDay(value) : short(plain(value)) || '—'
  }
  if (Array.isArray(value)) return short(value.map((v) => show(field, v, names)).join(', ')) || '—'
  const { name: own, ...parts } = value as Record<string, unknown>
  if (typeof own === 'string' && own) return own
  return short(Object.values(parts).filter(isSimple).map(String).filter(Boolean).join(', ')) || '—'
}
const isSimple = (v: unknown) => typeof v === 'string' || typeof v === 'number'
const isPicture = (v: unknown): v is string => typeof v === 'string' && /^\/files\/[0-9a-f]{32}\.webp$/.test(v)
/** Portraits are shown where the person is shown; their name says nothing. */
const isPortrait = (v: unknown) => typeof v === 'string' && /^\/files\/p[0-9a-f]{31}\.webp$/.test(v)
function Value({ field, value, names, old }: { field: string; value: unknown; names: Names; old: boolean }) {
  if (isPicture(value))
    return (
      <img
        className="logpic"
        src={pictureAt(value, 160)}
        alt={old ? t('imagem de antes') : t('imagem nova')}
        width="40"
        height="40"
        loading="lazy"
      />
    )
  const text = isPortrait(value) ? (old ? t('imagem de antes') : t('imagem nova')) : show(field, value, names)
  return old ? <del>{text}</del> : <b>{text}</b>
}
interface ChangesProps {
  changes: Change[]
  object: string
  names: Names
  labels: FieldLabels
}
function Changes({ changes, object, names, labels }: ChangesProps) {
  const label = (field: string) =>
    labels[object]?.[field] ?? OWN_LABELS[object]?.[field] ?? FIELD_LABELS[field] ?? field.replaceAll('_', ' ')
  return changes.map(({ field, was, now, of }) => (
    <span className="xs logchange" key={`${of} ${field}`}>
      <span className="t2">
        {of && `${of}, `}
        {t(label(field))}:
      </span>{' '}
      <span>
        {was !== null && <Value field={field} value={was} names={names} old />} {was !== null && '→ '}
        <Value field={field} value={now} names={names} old={false} />
      </span>
    </span>
  ))
}
const NAMED = 3
const NAMELESS = ['login']
/** What was done, to what, in one sentence; the names when they are asked for or there are several. */
function said({ action, object, things }: Act, named: boolean): string {
  const [verb, thing] = actionWords(action, object)
  if (things.length === 1) {
    const name = named && !NAMELESS.includes(action) ? (things[0]?.name ?? '') : ''
    return [t(verb), thing && t(thing), name].filter(Boolean).join(' ')
  }
  const first = things.slice(0, NAMED).map((x) => x.name)
  const more = things.length - first.length
  const list = first.join(', ') + (more > 0 ? ` ${t('e mais {n}', { n: more })}` : '')
  return `${t(verb)} ${t(manyWords(object), { n: things.length })}: ${list}`
}
interface Props {
  lines: LogLine[]
  named?: boolean
  labels: FieldLabels
  /** Under the day that it was done on. */
  byDay?: boolean
  /** What stands below the sentence of the act that begins with this line: what it is about. */
  about?: (line: number) => ReactNode
}
/** What people did, newest first, in words: an act is one line, however many rows it wrote. */
export function LogLines({ lines, named = false, labels, byDay = false, about }: Props) {
  const names: Names = Object.assign({}, ...lines.map((l) => l.names ?? {})) as Names
  const line = (act: Act) => (
    <li className="li" key={act.id}>
      <span className="grow">
        <span className="sm">
          <b>{act.who || t('Sistema')}</b> {said(act, named)}
        </span>
        {about?.(act.id)}
        <Details act={act} names={names} labels={labels} />
      </span>
      <span className="xs t2 nowrap">{byDay ? showTime(act.at) : showMoment(act.at)}</span>
    </li>
  )
  const acts = actsOf(lines)
  if (!byDay) return <ul className="panel">{acts.map(line)}</ul>
  const heads = acts.map((act) => dayHead(act.at))
  return [...new Set(heads)].map((day) => (
    <section className="logday" key={day} aria-label={day}>
      <h2>{day}</h2>
      <ul className="panel">{acts.filter((_, i) => heads[i] === day).map(line)}</ul>
    </section>
  ))
}
function Details({ act, names, labels }: { act: Act; names: Names; labels: FieldLabels }) {
  const { things, object } = act
  const same = alike(things)
  const part = { object, names, labels }
  if (same) return <Changes changes={same} {...part} />
  const each = things.map((x) => (
    <span className="block" key={x.id ?? x.name}>
      {things.length > 1 && <span className="sm block spaced">{x.name}</span>}
      {x.came.length > 0 && <span className="xs block">{variations(x.came, true)}</span>}
      {x.went.length > 0 && <span className="xs block">{variations(x.went, false)}</span>}
      <Changes changes={x.changes} {...part} />
    </span>
  ))
  if (things.length === 1) return each
  return (
    <details>
      <summary className="sm">{t('Ver o que mudou em cada um')}</summary>
      {each}
    </details>
  )
}
function variations(list: string[], came: boolean): string {
  const named = list.filter(Boolean).join(', ')
  const words = came
    ? tn(list.length, '{n} variação nova', '{n} variações novas')
    : tn(list.length, '{n} variação a menos', '{n} variações a menos')
  return named ? `${words}: ${named}` : words
}
