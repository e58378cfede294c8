import { formatCents } from '#shared/money.ts'
import { showMoment, t } from '#web/i18n.ts'
import { showDay } from '#shared/day.ts'
import type { LogLine } from '../contract.ts'
import { actionWords, FIELD_LABELS, MONEY_FIELDS } from '../rules.ts'

/** By kind of thing, what its own feature calls each field. */
export type FieldLabels = Partial<Record<string, Partial<Record<string, string>>>>

function show(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? t('sim') : t('não')
  if (typeof value === 'number' && MONEY_FIELDS.has(field)) return formatCents(value)
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d/.test(value)) return showMoment(new Date(value))
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return showDay(value)
  if (Array.isArray(value))
    return value.map((v) => (v as { name?: string } | null)?.name ?? String(v)).join(', ') || '—'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
interface Props {
  lines: LogLine[]
  named?: boolean
  labels: FieldLabels
}
/** Lines of the log, newest first, in words. */
export function LogLines({ lines, named = false, labels }: Props) {
  return (
    <ul className="panel">
      {lines.map((l) => (
        <li className="li" key={l.id}>
          <span className="grow">
            <span className="sm">
              <b>{l.who || t('Sistema')}</b>{' '}
              {actionWords(l.action, l.object)
                .filter(Boolean)
                .map((w) => t(w))
                .join(' ')}
              {named && l.action !== 'login' && l.name && ` ${l.name}`}
              {l.object === 'variation' && !named && ` (${l.name})`}
            </span>
            {Object.entries(l.changes).map(([field, [was, now]]) => (
              <span className="xs block" key={field}>
                {t(labels[l.object]?.[field] ?? FIELD_LABELS[field] ?? field)}:{' '}
                {was !== null && <del>{show(field, was)}</del>} {was !== null && '→ '}
                <b>{show(field, now)}</b>
              </span>
            ))}
          </span>
          <span className="xs t2 nowrap">{showMoment(l.at)}</span>
        </li>
      ))}
    </ul>
  )
}
