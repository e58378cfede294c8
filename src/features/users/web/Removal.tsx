import { useState } from 'react'
import type { Seller } from '#features/companies/contract.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { notify } from '#web/ui/snack.tsx'
import { deleteUser, type User } from '../contract.ts'

/** Removing a person; of a seller, who gets clients, open orders and old links. */
export function Removal({
  user,
  sellers,
  onClose,
  onDone,
}: {
  user: User
  sellers: Seller[]
  onClose: () => void
  onDone: () => void
}) {
  const [successor, setSuccessor] = useState('')
  const [error, setError] = useState('')
  const choose = (id: string) => {
    setSuccessor(id)
    setError('')
  }
  const heirs = sellers.filter((s) => s.id !== user.id)
  const remove = async () => {
    try {
      await call(deleteUser, {
        params: { id: user.id },
        query: { successor_id: successor ? Number(successor) : undefined },
      })
      renew()
      notify(t('{name} foi excluído.', { name: user.name }))
      onDone()
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      setError(
        failure.code === 'successor_needed'
          ? t('Este vendedor tem {c} clientes e {o} pedidos abertos. Escolha quem fica com eles.', {
              c: String(failure.extra.clients),
              o: String(failure.extra.orders),
            })
          : failure.message,
      )
    }
  }
  return (
    <Confirm
      title={t('Excluir {name}?', { name: user.name })}
      text={t('A pessoa sai de todos os aparelhos. Os pedidos antigos ficam como estão.')}
      danger
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      {user.level === 2 ? (
        <Field label={t('Quem fica com clientes, pedidos abertos e links')} error={error}>
          <select className="in" value={successor} onChange={(e) => choose(e.target.value)}>
            <option value="">{t('Ninguém: não há nada em aberto')}</option>
            {heirs.map((s) => (
              <option key={s.id} value={s.id}>
                {s.name}
              </option>
            ))}
          </select>
        </Field>
      ) : (
        error && (
          <p className="note bad" role="alert">
            {error}
          </p>
        )
      )}
    </Confirm>
  )
}
