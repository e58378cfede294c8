import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import type { Item, Scope } from '../contract.ts'
import { choiceOf } from '../rules.ts'
import { hourOf, longDay, nameOf, spanOf } from './words.ts'

interface SmallProps {
  /** What was done. */
  action: string
  title: string
  onClose: () => void
  children: ReactNode
  acts?: ReactNode
}
/** The calendar's small dialog: what was done, with what, and the way out (specification §2 "Calendar"). */
function Small({ action, title, onClose, children, acts }: SmallProps) {
  return (
    <Modal className="dialog caldialog" label={title} onClose={onClose}>
      <p className="xs t2">{action}</p>
      <h2>{title}</h2>
      {children}
      <div className="acts">
        {acts}
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Fechar janela')}
        </button>
      </div>
    </Modal>
  )
}
const REPEATS = {
  '': '',
  daily: 'todo dia',
  weekly: 'toda semana',
  biweekly: 'a cada duas semanas',
  monthly: 'todo mês',
  yearly: 'todo ano',
} as const
const repeatOf = (i: Item) => {
  if (!i.event?.rule) return ''
  const choice = choiceOf(i.event.rule, i.event.day)
  return choice?.repeat ? t(REPEATS[choice.repeat]) : t('segundo uma regra própria')
}
const OPEN: Partial<Record<Item['kind'], string>> = {
  visit: 'Abrir visita',
  delivery: 'Abrir pedido',
  quote: 'Abrir orçamento',
  promotion: 'Ver produtos',
  trial: 'Ver planos',
  subscription: 'Ver assinatura',
}
interface ItemProps {
  action: string
  item: Item
  /** When it was, before it was moved. */
  before?: string
  onClose: () => void
  onEdit?: (() => void) | undefined
  onRemove?: (() => void) | undefined
  onUndo?: (() => void) | undefined
}
export function ItemDialog({ action, item, before, onClose, onEdit, onRemove, onUndo }: ItemProps) {
  const rows = [
    [t('Antes'), before],
    [t('Quando'), spanOf(item)],
    [t('Repete'), repeatOf(item)],
    [t('De quem'), item.user_name],
    [t('Anotações'), item.notes],
  ].filter(([, value]) => value)
  return (
    <Small
      action={action}
      title={nameOf(item)}
      onClose={onClose}
      acts={
        <>
          {onUndo && (
            <button type="button" className="btn txt" onClick={onUndo}>
              {t('Desfazer')}
            </button>
          )}
          {onRemove && (
            <button type="button" className="btn txt" onClick={onRemove}>
              {t('Excluir')}
            </button>
          )}
          {item.to && (
            <Link href={item.to} className="btn pri">
              {t(OPEN[item.kind] ?? 'Abrir')}
            </Link>
          )}
          {onEdit && (
            <button type="button" className="btn pri" onClick={onEdit}>
              {t('Editar')}
            </button>
          )}
        </>
      }
    >
      <dl className="spaced">
        {rows.map(([label, value]) => (
          <div className="kv" key={label}>
            <dt>{label}</dt>
            <dd className="pre">{value}</dd>
          </div>
        ))}
      </dl>
    </Small>
  )
}
interface DayProps {
  day: string
  items: Item[]
  onOpen: (item: Item) => void
  onNew: () => void
  onClose: () => void
}
export function DayDialog({ day, items, onOpen, onNew, onClose }: DayProps) {
  return (
    <Small
      action={t('Dia escolhido')}
      title={longDay(day)}
      onClose={onClose}
      acts={
        <button type="button" className="btn pri" onClick={onNew}>
          {t('Novo compromisso')}
        </button>
      }
    >
      <DayItems items={items} onOpen={onOpen} />
    </Small>
  )
}
/** What stands on one day, one below the other. */
export function DayItems({ items, onOpen }: Pick<DayProps, 'items' | 'onOpen'>) {
  if (items.length === 0) return <p className="t2 spaced">{t('Nada neste dia.')}</p>
  return (
    <ul className="dayitems">
      {items.map((i) => (
        <li key={i.id}>
          <button type="button" className="ag wide" data-k={i.kind} onClick={() => onOpen(i)}>
            <b>{hourOf(i)}</b>
            <span className="what">{nameOf(i)}</span>
            {i.user_name && <span className="xs t2">{i.user_name}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
interface ScopeProps {
  title: string
  onPick: (scope: Scope) => void
  onClose: () => void
}
/** Of a series: this day, this and those after it, or all of them. */
export function ScopeDialog({ title, onPick, onClose }: ScopeProps) {
  return (
    <Modal className="dialog" label={title} onClose={onClose}>
      <h2>{title}</h2>
      <p className="t2">{t('Este compromisso se repete. O que vale para ele vale para os outros dias?')}</p>
      <div className="acts">
        <button type="button" className="btn txt" onClick={onClose}>
          {t('Cancelar')}
        </button>
        <button type="button" className="btn sec" onClick={() => onPick('all')}>
          {t('Todos os dias')}
        </button>
        <button type="button" className="btn sec" onClick={() => onPick('following')}>
          {t('Este e os seguintes')}
        </button>
        <button type="button" className="btn pri" onClick={() => onPick('one')}>
          {t('Só este dia')}
        </button>
      </div>
    </Modal>
  )
}
