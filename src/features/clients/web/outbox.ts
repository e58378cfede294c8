// Clients on their way: new cards, changes and notes that are made without a network.
import { t } from '#web/i18n.ts'
import type { Item } from '#web/outbox/item.ts'
import { answerIn, delivers } from '#web/outbox/line.ts'
import { backToForm } from '#web/outbox/acts.ts'
import { deliver } from '#web/outbox/outbox.ts'
import { written, readAnswer } from '#web/api.ts'
import { newId } from '#web/newId.ts'
import { type Card, createClient, updateClient } from '../contract.ts'
import { CLIENT, isKept, type Kept } from './waiting.ts'

interface Change {
  name: string
  /** The card that is changed; none: a new one. */
  id: number | null
  form: string
  values: Record<string, unknown>
  /** What stood in these fields. */
  was?: Record<string, unknown>
  anyway?: boolean
}
/** Sends a new card, or what changes of one: the card as it is now, or 'kept': it waits on this device. */
export async function sendClient({ name, id, form, values, was = {}, anyway = false }: Change): Promise<Card | 'kept'> {
  const key = newId()
  const typed = { ...values, key, ...(anyway && { anyway: '1' }), ...(id !== null && { was: JSON.stringify(was) }) }
  const kept: Kept = { id, form, values, was }
  const call = id === null ? written(createClient, { typed }) : written(updateClient, { params: { id }, typed })
  const done = await deliver({ id: key, kind: CLIENT, ...call, about: { name }, kept })
  return done === 'kept' ? done : readAnswer(createClient, done.sent)
}
const isNew = ({ kept }: Item) => isKept(kept) && kept.id === null

delivers(CLIENT, {
  title: (item) => t(isNew(item) ? 'Cliente novo: {name}' : 'Cadastro de {name}', { name: item.about.name }),
  said(item, answer) {
    const id = answerIn(createClient, answer)?.id
    const text = t(isNew(item) ? '{name} foi cadastrado.' : 'Cadastro de {name} atualizado.', { name: item.about.name })
    return { text, to: id ? `/clientes/${id}` : '/clientes' }
  },
  sent: () => false,
  // Forms take up what was typed and not saved: there it stands again.
  edit(item) {
    const { kept } = item
    if (!isKept(kept)) return null
    return () => {
      backToForm(kept.form, item, kept.values, kept.was)
      if (kept.id === null) return '/clientes/novo'
      return kept.form.startsWith('client-notes') ? `/clientes/${kept.id}` : `/clientes/${kept.id}?editar=1`
    }
  },
  path: /^\/api\/v2\/clients(\/\d+)?$/,
  isKept,
})
