import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attempt } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { useDebounced } from '#web/useDebounced.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed } from '#web/ui/states.tsx'
import { type Card, findSame, listClients, mergeClient, unmergeClient } from '../contract.ts'
import { nameOf } from './words.ts'

interface Other {
  id: number
  name: string
  about: string
}
/** Cards that were merged into this one, to be taken apart again; and the way to merge another. */
export function Merges({ client }: { client: Card }) {
  const [choosing, setChoosing] = useState(false)
  const [other, setOther] = useState<Other | null>(null)
  const [apart, setApart] = useState<Card['merges'][number] | null>(null)
  const act = async (done: string, doIt: () => Promise<unknown>) => {
    setOther(null)
    setApart(null)
    await attempt(async () => {
      await doIt()
      renew()
      notify(done)
    })
  }
  const params = { id: client.id }
  return (
    <section className="sect">
      <h2>{t('Cadastros repetidos')}</h2>
      {client.merges.length > 0 && (
        <ul className="panel">
          {client.merges.map((m) => (
            <li className="li" key={m.id}>
              <span className="grow">
                <span className="b sm">{m.name}</span>
                <span className="xs t2 block">
                  {t('juntado {when} por {who}', { when: showMoment(m.at), who: m.who })} ·{' '}
                  {tn(m.orders, '{n} pedido veio junto', '{n} pedidos vieram junto')}
                </span>
              </span>
              <button type="button" className="btn sec small" onClick={() => setApart(m)}>
                {t('Separar')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="btn sec small self-start" onClick={() => setChoosing(true)}>
        {t('Juntar outro cadastro')}
      </button>
      {choosing && (
        <Choose
          client={client}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false)
            setOther(chosen)
          }}
        />
      )}
      {other && (
        <Confirm
          title={t('Juntar {other} a {name}?', { other: other.name, name: nameOf(client) })}
          text={t('Os pedidos passam para este cadastro, que completa o que lhe falta. Dá para separar depois.')}
          onClose={() => setOther(null)}
          onConfirm={() =>
            act(t('Cadastros juntados.'), () => call(mergeClient, { params, body: { other: other.id } }))
          }
        />
      )}
      {apart && (
        <Confirm
          title={t('Separar {name}?', { name: apart.name })}
          text={t('O cadastro volta com os pedidos que eram dele. O que foi mudado depois fica.')}
          onClose={() => setApart(null)}
          onConfirm={() =>
            act(t('Cadastros separados.'), () => call(unmergeClient, { params: { ...params, merge: apart.id } }))
          }
        />
      )}
    </section>
  )
}
function Choose({
  client,
  onClose,
  onChoose,
}: {
  client: Card
  onClose: () => void
  onChoose: (other: Other) => void
}) {
  const [words, setWords] = useState('')
  const name = useDebounced(words)
  // Nothing is typed: those who are the same by document, phone or e-mail.
  const list = useQuery({
    queryKey: ['clients', 'other', client.id, name],
    queryFn: async (): Promise<Other[]> => {
      if (name) {
        const { rows } = await callList(listClients, { query: { name, limit: 8 } })
        return rows.map((c) => ({ id: c.id, name: nameOf(c), about: [c.document, c.city].filter(Boolean).join(' · ') }))
      }
      const { document, phone, email, id } = client
      const { found } = await call(findSame, { query: { document, phone, email, except: id } })
      return found.map((f) => ({ id: f.id, name: f.name, about: t('Parece o mesmo cliente') }))
    },
    placeholderData: (before) => before,
  })
  const others = (list.data ?? []).filter((c) => c.id !== client.id)
  return (
    <Modal className="dialog" label={t('Juntar outro cadastro')} onClose={onClose}>
      <h2 className="spacedown">{t('Juntar outro cadastro')}</h2>
      <SearchBox
        label={t('Buscar o outro cadastro')}
        placeholder={t('Nome, documento, telefone')}
        value={words}
        onChange={setWords}
      />
      {list.isError && (
        <Failed
          what={t('Não conseguimos carregar os clientes.')}
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      <ul className="scrolls spaced">
        {others.map((c) => (
          <li key={c.id}>
            <button type="button" className="li full" onClick={() => onChoose(c)}>
              <span className="grow left">
                <span className="b block">{c.name}</span>
                <small className="xs t2">{c.about}</small>
              </span>
            </button>
          </li>
        ))}
        {list.isSuccess && others.length === 0 && (
          <li className="t2 sm">
            {name ? t('Nenhum cliente com “{name}”.', { name }) : t('Busque o cadastro que é do mesmo cliente.')}
          </li>
        )}
      </ul>
      <div className="acts">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Cancelar')}
        </button>
      </div>
    </Modal>
  )
}
