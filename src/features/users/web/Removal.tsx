import { useState } from 'react'
import type { Seller } from '#features/companies/contract.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { deleteUser, type User } from '../contract.ts'
import { Heir } from './Heir.tsx'

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
  /** Who gets what is there is not chosen. */
  const [missing, setMissing] = useState('')
  const [problem, setProblem] = useState('')
  const choose = (id: string) => {
    setSuccessor(id)
    setMissing('')
  }
  const remove = () => {
    setProblem('')
    return attempt(
      async () => {
        await call(deleteUser, {
          params: { id: user.id },
          query: { successor_id: successor ? Number(successor) : undefined },
        })
        renew()
        notify(t('{name} foi excluído.', { name: user.name }))
        onDone()
      },
      (failure) => {
        if (failure.code !== 'successor_needed') return setProblem(failure.message)
        setMissing(
          t('Este vendedor tem {clients} e {orders}. Escolha quem fica com eles.', {
            clients: tn(Number(failure.extra.clients), '{n} cliente', '{n} clientes'),
            orders: tn(Number(failure.extra.orders), '{n} pedido aberto', '{n} pedidos abertos'),
          }),
        )
      },
    )
  }
  return (
    <Confirm
      title={t('Excluir {name}?', { name: user.name })}
      text={t('A pessoa sai de todos os aparelhos. Os pedidos antigos ficam como estão.')}
      danger
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      {user.level === 2 && <Heir of={user.id} sellers={sellers} value={successor} error={missing} onChange={choose} />}
      <Problem words={problem} />
    </Confirm>
  )
}
