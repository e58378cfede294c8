import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { showChange } from './words.ts'

interface Props {
  /** null: it cannot be said; what it was can. */
  now: number | null
  before: number
  show: (n: number) => string
}
/** How much more or less than before, and what it was. */
export function Change({ now, before, show }: Props) {
  const said = now === null ? null : showChange(now, before)
  return (
    <span className="fg-change xs">
      {said && (
        <b className={said.up === null ? '' : said.up ? 'up' : 'down'}>
          {said.up !== null && <Icon name={said.up ? 'up' : 'down'} size="xs" />}
          {said.text}
        </b>
      )}
      <span className="t2">{t('antes {n}', { n: show(before) })}</span>
    </span>
  )
}
