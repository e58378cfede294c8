// Ways in and out of other systems: a page that lists them, a row for each, the head of the sheet of one.
import { type ComponentProps, type ReactNode, useState } from 'react'
import { t, tn } from '../i18n.ts'
import { BackLink } from './BackLink.tsx'
import { Confirm } from './Confirm.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Empty, ListStates } from './states.tsx'
import { Switch } from './Switch.tsx'
import '../styles/kit.css'
import '../styles/manage.css'
import './Links.css'

interface ListProps {
  title: string
  /** What they are for, and where more is said. */
  about: string
  guide?: { href: string; words: string }
  /** The words of the button that adds one. */
  add: string
  onAdd: () => void
  /** There is room for no more. */
  full?: boolean
  list: ComponentProps<typeof ListStates>['list']
  /** What did not work, when they could not be read. */
  failed: string
  icon: IconName
  /** What is said when there is none. */
  none: string
  /** How one begins, in a few steps. */
  steps?: string[]
  rows: ReactNode[]
  /** Those that are over, folded while there are others. */
  over?: ReactNode[]
  /** Its dialogs. */
  children: ReactNode
}
export function LinkList({
  title,
  about,
  guide,
  add,
  onAdd,
  full = false,
  list,
  failed,
  icon,
  none,
  steps = [],
  rows,
  over = [],
  children,
}: ListProps) {
  const count = rows.length + over.length
  const button = (
    <button type="button" className="btn pri" onClick={onAdd}>
      <Icon name="plus" />
      {add}
    </button>
  )
  return (
    <div className="page narrow">
      <BackLink href="/dashboard/integrations">{t('Integrações')}</BackLink>
      <div className="head">
        <h1 className="h1">{title}</h1>
        {count > 0 && !full && button}
      </div>
      <p className="t2 spacedown">
        {about}
        {guide && (
          <>
            {' '}
            <a className="linklike" href={guide.href} target="_blank" rel="noreferrer">
              {guide.words}
            </a>
          </>
        )}
      </p>
      <ListStates list={list} what={failed} none={count === 0} rows={2}>
        <Empty icon={icon}>
          <p>{none}</p>
          {steps.length > 0 && (
            <ol className="linksteps sm t2">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
          {button}
        </Empty>
      </ListStates>
      {rows.length > 0 && <ul className="panel">{rows}</ul>}
      {over.length > 0 && (
        <details className="spaced" open={rows.length === 0 || undefined}>
          <summary>{tn(over.length, '{n} que não vale mais', '{n} que não valem mais')}</summary>
          <ul className="panel">{over}</ul>
        </details>
      )}
      {children}
    </div>
  )
}
interface RowProps {
  name: string
  what: string
  last: string
  state: { word: string; pill: string }
  onOpen: () => void
}
export const LinkRow = ({ name, what, last, state, onOpen }: RowProps) => (
  <li className="linkrow">
    <button type="button" className="li full left" onClick={onOpen}>
      <span className="grow">
        <b className="block">{name}</b>
        <span className="sm t2 block">{what}</span>
        <span className="xs t2 block">{last}</span>
      </span>
      <span className="pill" data-s={state.pill}>
        {state.word}
      </span>
    </button>
  </li>
)
interface HeadProps {
  of: { name: string; url: string; active: boolean; problem: string }
  /** What is switched on and off. */
  label: string
  busy: boolean
  onTurn: (active: boolean) => Promise<unknown>
  onClose: () => void
}
export function LinkHead({ of, label, busy, onTurn, onClose }: HeadProps) {
  // What was just switched looks so at once, until the server has answered.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const turn = (active: boolean) => {
    setWanted(active)
    void onTurn(active).finally(() => setWanted(null))
  }
  return (
    <>
      <div className="row">
        <div className="grow">
          <h2>{of.name}</h2>
          <p className="t2 sm linkaddress">{of.url}</p>
        </div>
        <Switch hidden label={label} checked={wanted ?? of.active} disabled={busy} onChange={turn} />
        <button type="button" className="ib" aria-label={t('Fechar')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {of.problem && (
        <p className="note bad" role="alert">
          <Icon name="warn" />
          <span className="grow">
            {t('Parou depois de muitas falhas: {why}', { why: t(of.problem) })} {t('Corrija lá e ligue de novo.')}
          </span>
        </p>
      )}
    </>
  )
}
/** The last button of the sheet of one: it asks first. */
export function LinkRemoval({
  name,
  text,
  busy,
  onRemove,
}: {
  name: string
  text: string
  busy: boolean
  onRemove: () => void
}) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <button type="button" className="btn txt self-start" disabled={busy} onClick={() => setAsked(true)}>
        <Icon name="bin" />
        {t('Excluir')}
      </button>
      {asked && (
        <Confirm
          title={t('Excluir {name}?', { name })}
          text={text}
          danger
          onConfirm={() => {
            setAsked(false)
            onRemove()
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
