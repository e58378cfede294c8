import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KEY_SCOPES, type KeyScope } from '#shared/wire.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { daysBetween, showDay } from '#shared/day.ts'
import { today } from '#web/device/day.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { LinkList } from '#web/ui/Links.tsx'
import { OnceDialog } from '#web/ui/OnceDialog.tsx'
import { notify } from '#web/ui/snack.tsx'
import { createKey, type Key, listKeys, revokeKey } from '../contract.ts'
import './KeysPage.css'

const SCOPES: Record<KeyScope, string> = {
  'products:read': 'Ler produtos e categorias',
  'products:write': 'Criar e mudar produtos e categorias',
  'orders:read': 'Ler pedidos',
  'orders:write': 'Criar pedidos e mudar o andamento',
}
const STATES: Record<Key['state'], { word: string; pill: string }> = {
  ativa: { word: 'Em uso', pill: 'ativa' },
  revogada: { word: 'Revogada', pill: 'excluida' },
  vencida: { word: 'Vencida', pill: 'vencida' },
  sem_dono: { word: 'Parada', pill: 'devolvida' },
}
/** Keys with which the company's own programs use the API. */
export default function KeysPage() {
  return (
    <Queries>
      <Keys />
    </Queries>
  )
}
function Keys() {
  const [adding, setAdding] = useState(false)
  const [token, setToken] = useState('')
  const [revoking, setRevoking] = useState<Key | null>(null)
  const { busy, act } = useAct()
  const list = useQuery({ queryKey: ['keys'], queryFn: () => call(listKeys) })
  const rows = list.data ?? []
  const revoke = (key: Key) =>
    act(async () => {
      await call(revokeKey, { params: { id: key.id } })
      renew('keys')
      notify(t('{name} não vale mais.', { name: key.name }))
    })
  const row = (k: Key) => <Row key={k.id} apiKey={k} busy={busy} onRevoke={() => setRevoking(k)} />
  return (
    <LinkList
      title={t('Chaves de acesso')}
      about={t(
        'Com uma chave, um programa seu usa a API do Mostruário, só no que a chave permite. O que ele muda fica no registro com o nome da chave.',
      )}
      guide={{ href: '/api/docs#chaves', words: t('Como usar') }}
      add={t('Nova chave')}
      onAdd={() => setAdding(true)}
      list={list}
      failed={t('Não conseguimos carregar as chaves.')}
      icon="key"
      none={t('Nenhuma chave ainda.')}
      steps={[
        t('Escolha o que o programa pode: ler ou mudar, produtos ou pedidos.'),
        t('Guarde a chave, que aparece uma vez, nele.'),
        t('Aqui se vê quando foi usada, e se tira a qualquer hora.'),
      ]}
      rows={rows.filter(isGood).map(row)}
      over={rows.filter((k) => !isGood(k)).map(row)}
    >
      {adding && (
        <FormDialog
          name="key"
          title={t('Nova chave')}
          text={t('Dê só o que o programa precisa. A chave vale enquanto você for administrador.')}
          fields={[
            { key: 'name', label: t('Nome'), hint: t('O programa que vai usar.'), first: '' },
            { key: 'expires_on', label: t('Vale até'), first: '', kind: 'date', optional: true },
            ...KEY_SCOPES.map((scope) => ({ key: scope, label: t(SCOPES[scope]), first: scope === 'products:read' })),
          ]}
          save={async ({ name, expires_on, ...may }) => {
            const scopes = KEY_SCOPES.filter((s) => may[s] === true)
            const made = await call(createKey, { typed: { name, expires_on, scopes } })
            renew('keys')
            setToken(made.token)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {token && (
        <OnceDialog
          title={t('Guarde a chave')}
          text={t('Quem a tem faz o que ela permite. Ela não é mostrada de novo.')}
          secret={token}
          example={`curl -H "Authorization: Bearer ${token}" ${location.origin}/api/v1/products`}
          onClose={() => setToken('')}
        />
      )}
      {revoking && (
        <Confirm
          title={t('Revogar {name}?', { name: revoking.name })}
          text={t('O programa que a usa para na hora. Não dá para voltar atrás.')}
          danger
          onConfirm={() => {
            setRevoking(null)
            void revoke(revoking)
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </LinkList>
  )
}
/** One that stopped with its owner is still to be replaced. */
const isGood = (k: Key) => k.state === 'ativa' || k.state === 'sem_dono'
/** Days before its last one that a key is called ending. */
const SOON = 14
/** How one stands: what needs somebody first. */
function standing(k: Key): { word: string; pill: string } {
  const left = k.expires_on === null ? null : daysBetween(today(), k.expires_on)
  if (k.state === 'ativa' && left !== null && left <= SOON)
    return { word: left > 0 ? tn(left, 'Vence em {n} dia', 'Vence em {n} dias') : t('Vence hoje'), pill: 'espera' }
  if (k.state === 'ativa' && k.used_at === null) return { word: t('Nunca usada'), pill: 'excluida' }
  const { word, pill } = STATES[k.state]
  return { word: t(word), pill }
}
function Row({ apiKey: k, busy, onRevoke }: { apiKey: Key; busy: boolean; onRevoke: () => void }) {
  const state = standing(k)
  const about = [
    `mk_•••• ${k.last4}`,
    k.used_at && t('usada {when}', { when: showMoment(k.used_at) }),
    t('criada {when} por {name}', { when: showMoment(k.created_at), name: k.created_by }),
    k.expires_on && k.state !== 'revogada' && t('vale até {day}', { day: showDay(k.expires_on) }),
  ]
  return (
    <li className="li">
      <span className="grow">
        <b className="block">{k.name}</b>
        <span className="sm t2 block">{k.scopes.map((s) => t(SCOPES[s])).join(' · ')}</span>
        <span className="xs t2 block">{about.filter(Boolean).join(' · ')}</span>
        {k.state === 'sem_dono' && (
          <span className="xs block">{t('Quem a criou não é mais administrador. Crie outra.')}</span>
        )}
      </span>
      <span className="col g1 keyside">
        <span className="pill" data-s={state.pill}>
          {state.word}
        </span>
        {k.state !== 'revogada' && (
          <button
            type="button"
            className="btn txt small"
            disabled={busy}
            aria-label={t('Revogar {name}', { name: k.name })}
            onClick={onRevoke}
          >
            {t('Revogar')}
          </button>
        )}
      </span>
    </li>
  )
}
