import { useState } from 'react'
import { readClient } from '#features/clients/contract.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { lineKey } from '../rules.ts'
import { cart, setBuyer } from './cart.ts'
import { pickClient } from './desk.ts'

export interface Known {
  id: number
  name: string
  reason: 'document' | 'phone' | 'email'
}
const REASONS = { document: 'mesmo CPF/CNPJ', phone: 'mesmo telefone', email: 'mesmo e-mail' }
interface Props {
  known: Known[]
  /** It is one of them, and what is ordered costs them the same or not. */
  onPicked: (name: string, same: boolean) => void
  /** It is somebody else all the same. */
  onOther: () => void
  onClose: () => void
}
/** Somebody with this phone, document or e-mail is a client already: is it this one? */
export default function KnownClient({ known, onPicked, onOther, onClose }: Props) {
  const [problem, setProblem] = useState('')
  const pick = async ({ id, name }: Known) => {
    try {
      const client = await call(readClient, { params: { id } })
      const { buyer, lines } = cart.get()
      await pickClient(client)
      // What was typed stays where the client's own data have nothing.
      if (buyer.kind === 'person')
        for (const [field, value] of Object.entries(buyer.data)) setBuyer(field as keyof typeof buyer.data, value)
      const worth = (of: typeof lines) => JSON.stringify(of.map((l) => [lineKey(l), l.price, l.quantity]))
      onPicked(name, worth(lines) === worth(cart.get().lines))
    } catch (failure) {
      setProblem(isFailure(failure) ? failure.message : t('Algo deu errado neste aparelho.'))
    }
  }
  return (
    <Modal className="dialog" label={t('É este cliente?')} onClose={onClose}>
      <h2>{t('É este cliente?')}</h2>
      <p className="t2">{t('Já há um cadastro com estes dados.')}</p>
      <ul className="panel">
        {known.map((k) => (
          <li key={k.id}>
            <button type="button" className="li full" onClick={() => void pick(k)}>
              <span className="grow left">
                <b>{k.name}</b> <span className="sm t2">{t(REASONS[k.reason])}</span>
              </span>
              <Icon name="right" size="s" />
            </button>
          </li>
        ))}
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
        {known.every((k) => k.reason === 'phone') && (
          <button type="button" className="btn sec" onClick={onOther}>
            {t('Não, é outro cliente')}
          </button>
        )}
      </div>
    </Modal>
  )
}
