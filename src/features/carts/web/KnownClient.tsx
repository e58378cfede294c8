import { useState } from 'react'
import { readClient } from '#features/clients/contract.ts'
import { showCents } from '#shared/money.ts'
import { asFailure, call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import { lineKey } from '../rules.ts'
import { setBuyer } from './acts.ts'
import { cart, cartTotals } from './cart.ts'
import { aside, pickClient } from './desk.ts'
import './ClientStanding.css'

export interface Known {
  id: number
  name: string
  reason: 'document' | 'phone' | 'email' | 'client_code'
}
const REASONS = {
  document: 'mesmo CPF/CNPJ',
  phone: 'mesmo telefone',
  email: 'mesmo e-mail',
  client_code: 'mesmo código',
}
interface Props {
  known: Known[]
  discount_bp: number
  /** null: prices are hidden. */
  currency: string | null
  /** It is one of them, and whoever sends has seen what it costs them. */
  onSend: () => void
  /** The goods went into the order that this client has open: both are looked at before anything is sent. */
  onJoined: (name: string) => void
  /** It is somebody else all the same. */
  onOther: () => void
  onClose: () => void
}
/** Asks whether the order is for one of the clients who have this code, document, phone or e-mail. */
export default function KnownClient({ known, discount_bp, currency, onSend, onJoined, onOther, onClose }: Props) {
  const [problem, setProblem] = useState('')
  /** This client's prices are others: what the order came to, and comes to now. */
  const [priced, setPriced] = useState<{ name: string; was: number; now: number } | null>(null)
  const others = aside.use()
  const openOf = (id: number) => others.find((c) => c.buyer.kind === 'client' && c.buyer.id === id)
  const total = () => cartTotals(cart.get(), discount_bp).total
  const pick = async ({ id, name }: Known) => {
    try {
      const client = await call(readClient, { params: { id } })
      const { buyer, lines } = cart.get()
      const [was, joins] = [total(), openOf(id) !== undefined]
      await pickClient(client)
      // What was typed stays where the client's own data have nothing.
      if (buyer.kind === 'person')
        for (const [field, value] of Object.entries(buyer.data)) setBuyer(field as keyof typeof buyer.data, value)
      if (joins) return onJoined(name)
      const worth = (of: typeof lines) => JSON.stringify(of.map((l) => [lineKey(l), l.price, l.quantity]))
      if (worth(lines) === worth(cart.get().lines)) onSend()
      else setPriced({ name, was, now: total() })
    } catch (failure) {
      setProblem(asFailure(failure).message)
    }
  }
  if (priced)
    return (
      <Modal className="dialog" label={t('Os preços são outros')} onClose={onClose}>
        <h2>{t('Os preços são outros')}</h2>
        <p>
          <Sentence
            text={t('Com os preços de {name}, o pedido vai de {was} para {now}.')}
            parts={{
              name: priced.name,
              was: <del>{showCents(priced.was, currency ?? undefined)}</del>,
              now: <b>{showCents(priced.now, currency ?? undefined)}</b>,
            }}
          />
        </p>
        <div className="acts">
          <button type="button" className="btn sec" onClick={onClose}>
            {t('Conferir antes')}
          </button>
          <button type="button" className="btn pri" onClick={onSend}>
            {t('Enviar por {v}', { v: showCents(priced.now, currency ?? undefined) })}
          </button>
        </div>
      </Modal>
    )
  return (
    <Modal className="dialog" label={t('É este cliente?')} onClose={onClose}>
      <h2>{t('É este cliente?')}</h2>
      <p className="t2">{t('Já há um cadastro com estes dados.')}</p>
      <ul className="panel">
        {known.map((k) => {
          const theirs = openOf(k.id)
          return (
            <li key={k.id}>
              <button type="button" className="li full" onClick={() => void pick(k)}>
                <span className="grow left">
                  <b>{k.name}</b> <span className="sm t2">{t(REASONS[k.reason])}</span>
                  {theirs && (
                    <span className="sm block warned">
                      {t('Já tem um pedido aberto ({what}): os itens entram nele, e você confere antes de enviar.', {
                        what: [
                          tn(cartTotals(theirs).pieces, '{n} peça', '{n} peças'),
                          currency && showCents(cartTotals(theirs).total, currency),
                        ]
                          .filter(Boolean)
                          .join(', '),
                      })}
                    </span>
                  )}
                </span>
                <Icon name="right" size="s" />
              </button>
            </li>
          )
        })}
      </ul>
      {problem && (
        <p className="hint err" role="alert">
          {problem}
        </p>
      )}
      <div className="acts">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Voltar')}
        </button>
        {known.every((k) => k.reason === 'phone' || k.reason === 'email') && (
          <button type="button" className="btn sec" onClick={onOther}>
            {t('Não, é outro cliente')}
          </button>
        )}
      </div>
    </Modal>
  )
}
