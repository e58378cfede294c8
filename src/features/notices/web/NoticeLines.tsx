import { Link } from 'wouter'
import { language, t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import type { Notice } from '../contract.ts'
import type { Kind } from '../rules.ts'
import { sentenceOf } from '../words.ts'
import { mark } from './kept.ts'
import './NoticeLines.css'

const ICONS: Record<Kind, IconName> = {
  order: 'box',
  adjustment: 'edit',
  quote: 'sheet',
  status: 'check',
  message: 'chat',
  visit: 'pin',
  link: 'plug',
}
/** Notices as lines: what, when, where it leads, and whether it was read. */
export function NoticeLines({ rows, onChosen }: { rows: Notice[]; onChosen?: (() => void) | undefined }) {
  return (
    <ul className="panel notices">
      {rows.map((n) => {
        const said = sentenceOf(n, language(), true)
        return (
          <li key={n.id} className={n.read ? 'read' : ''}>
            <Link
              href={n.href}
              className="li"
              onClick={() => {
                if (!n.read) void mark([n.id])
                onChosen?.()
              }}
            >
              <Icon name={ICONS[n.kind]} />
              <span className="grow">
                <span className="what">{said}</span>
                <span className="xs t2 block">
                  {showMoment(n.at)}
                  {n.read && ` · ${t('lido')}`}
                </span>
              </span>
            </Link>
            <button
              type="button"
              className="ib mark"
              aria-label={
                n.read
                  ? t('Marcar como não lido: {what}', { what: said })
                  : t('Marcar como lido: {what}', { what: said })
              }
              onClick={() => void mark([n.id], !n.read)}
            >
              {n.read ? <Icon name="undo" size="s" /> : <span className="dot" />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
