import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Seller } from '#features/companies/contract.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { deleteUser, type Left, listLeft, type User } from '../contract.ts'
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
  const left = useQuery({
    queryKey: ['left', user.id],
    queryFn: () => call(listLeft, { params: { id: user.id } }),
    enabled: user.level <= 2,
    staleTime: 0,
  })
  const [keep, setKeep] = useState<readonly string[]>([])
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
          query: { successor_id: successor ? Number(successor) : undefined, keep: keep.join(',') || undefined },
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
      ready={user.level > 2 || left.isSuccess}
      onClose={onClose}
      onConfirm={() => remove()}
    >
      {user.level === 2 && <Heir of={user.id} sellers={sellers} value={successor} error={missing} onChange={choose} />}
      {user.level <= 2 && left.isPending && <Loading rows={1} />}
      {left.isError && (
        <Failed
          what={t('Não conseguimos ver o que esta pessoa ainda alcançaria.')}
          error={left.error}
          retry={() => void left.refetch()}
        />
      )}
      {left.data && left.data.length > 0 && (
        <fieldset className="spaced">
          <legend>{t('O que esta pessoa ainda alcançaria é encerrado. Marque o que deve continuar:')}</legend>
          {left.data.map((one) => (
            <label className="checkline" key={one.key}>
              <input
                type="checkbox"
                checked={keep.includes(one.key)}
                onChange={(e) => setKeep(e.target.checked ? [...keep, one.key] : keep.filter((k) => k !== one.key))}
              />
              {wordsOf(one)}
            </label>
          ))}
        </fieldset>
      )}
      <Problem words={problem} />
    </Confirm>
  )
}
const NAMED: Record<string, (name: string) => string> = {
  webhook: (name) => t('Avisos a outro sistema: {name}', { name }),
  key: (name) => t('Chave de acesso: {name}', { name }),
  feed: (name) => t('Catálogo por endereço: {name}', { name }),
}
const wordsOf = ({ kind, name }: Left) =>
  NAMED[kind]?.(name) ??
  tn(Number(name), '{n} link pessoal de cliente que abriu', '{n} links pessoais de clientes que abriu')
