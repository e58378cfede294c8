import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { download } from '#web/file.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import {
  anonymise,
  eraseOrderPerson,
  orderPersonArchive,
  orderPersonPreview,
  personArchive,
  personPreview,
  type PersonPreview,
  type Picked,
} from '../contract.ts'

/** A client by the card, or who placed an order without card. */
export type Subject = { user: number } | { company: number; order: number }
const preview = (of: Subject) =>
  'user' in of
    ? call(personPreview, { params: { id: of.user } })
    : call(orderPersonPreview, { params: { company: of.company, id: of.order } })
const copy = (of: Subject, query: Picked) =>
  'user' in of
    ? download(personArchive, { params: { id: of.user }, query })
    : download(orderPersonArchive, { params: { company: of.company, id: of.order }, query })
const erase = (of: Subject, body: Picked) =>
  'user' in of
    ? call(anonymise, { params: { id: of.user }, body })
    : call(eraseOrderPerson, { params: { company: of.company, id: of.order }, body })

type Act = 'copy' | 'erase'
/** The two acts on a person's data; each first shows what it takes along. */
export function PersonActs({ of, onErased }: { of: Subject; onErased: () => void }) {
  const [act, setAct] = useState<Act | null>(null)
  return (
    <>
      <div className="row wrap">
        <button type="button" className="btn sec small" onClick={() => setAct('copy')}>
          <Icon name="download" />
          {t('Baixar cópia')}
        </button>
        <button type="button" className="btn sec small" onClick={() => setAct('erase')}>
          <Icon name="bin" />
          {t('Apagar os dados')}
        </button>
      </div>
      {act && <PersonDialog of={of} act={act} onClose={() => setAct(null)} onErased={onErased} />}
    </>
  )
}
interface DialogProps {
  of: Subject
  act: Act
  onClose: () => void
  onErased: () => void
}
function PersonDialog({ of, act, onClose, onErased }: DialogProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const found = useQuery({ queryKey: ['person', of], queryFn: () => preview(of), gcTime: 0, retry: false })
  const name = found.data?.name ?? ''
  const confirm = () =>
    attempt(async () => {
      if (!found.data) return
      const { orders, requests } = found.data.matches
      const picked = {
        orders: orders.filter((o) => !left.has(`o${o.id}`)).map((o) => o.id),
        requests: requests.filter((r) => !left.has(`r${r.id}`)).map((r) => r.id),
      }
      if (act === 'copy') await copy(of, picked)
      else {
        const { orders } = await erase(of, picked)
        notify(tn(orders, 'Dados apagados, também em {n} pedido.', 'Dados apagados, também em {n} pedidos.'))
        renew('orders')
        renew('order')
        onErased()
      }
      onClose()
    })
  return (
    <Confirm
      title={act === 'copy' ? t('Copiar os dados de {name}', { name }) : t('Apagar os dados de {name}?', { name })}
      danger={act === 'erase'}
      ready={found.isSuccess}
      onClose={onClose}
      onConfirm={confirm}
    >
      {found.isPending && <Loading rows={2} />}
      {found.isError && (
        <Failed
          what={t('Não conseguimos ver o que há desta pessoa.')}
          error={found.error}
          retry={() => void found.refetch()}
        />
      )}
      {found.data && (
        <div className="col g3">
          {act === 'erase' && <WhatGoes found={found.data} />}
          <Matches
            found={found.data}
            left={left}
            onChange={(key) =>
              setLeft((was) => new Set(was.has(key) ? [...was].filter((k) => k !== key) : [...was, key]))
            }
          />
          {act === 'erase' && <WhereSent sent={found.data.sent} />}
        </div>
      )}
    </Confirm>
  )
}
function WhatGoes({ found }: { found: PersonPreview }) {
  return (
    <>
      <p>
        {t(
          'Vão embora: nome, contato, documento, endereço, conversas, e o que se escreveu sobre os pedidos. O recibo deixa de abrir. Não há volta.',
        )}
      </p>
      <p>{t('Ficam: números, itens e valores dos pedidos, com um número no lugar do nome.')}</p>
      {found.open.length > 0 && (
        <p className="b">
          {t('Ainda em andamento, e sem contato depois disso: {orders}.', {
            orders: found.open.map((o) => t('pedido {n}', { n: o.number ?? '' })).join(', '),
          })}
        </p>
      )}
    </>
  )
}
function Matches({
  found: { matches },
  left,
  onChange,
}: {
  found: PersonPreview
  left: ReadonlySet<string>
  onChange: (key: string) => void
}) {
  const lines = [
    ...matches.orders.map((o) => ({ ...o, key: `o${o.id}`, what: t('Pedido {n}', { n: o.number ?? '' }) })),
    ...matches.requests.map((r) => ({ ...r, key: `r${r.id}`, what: t('Pedido de preço') })),
  ]
  if (lines.length === 0) return null
  return (
    <fieldset className="col g2">
      <legend>{t('Sem cadastro, do mesmo documento, telefone ou e-mail. Desmarque o que for de outra pessoa:')}</legend>
      {lines.map((l) => (
        <label key={l.key} className="row">
          <input type="checkbox" className="tick" checked={!left.has(l.key)} onChange={() => onChange(l.key)} />
          <span className="grow">
            {l.what} · {l.name} · {showMoment(l.at)}
            {l.open && ` · ${t('em andamento')}`}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
function WhereSent({ sent: { erps, webhooks, mails } }: { sent: PersonPreview['sent'] }) {
  const places = [...erps, ...webhooks, ...mails]
  if (places.length === 0) return null
  return <p>{t('Já foram enviados antes a: {places}. Peça que apaguem lá também.', { places: places.join(', ') })}</p>
}
