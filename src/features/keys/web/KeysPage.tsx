import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KEY_SCOPES, type KeyScope } from '#shared/wire.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { showMoment, t } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Dialog.tsx'
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
  return (
    <LinkList
      title={t('Chaves de acesso')}
      about={
        <>
          {t(
            'Com uma chave, um programa seu usa a API do Mostruário, só no que a chave permite. O que ele muda fica no registro com o nome da chave.',
          )}{' '}
          <a className="linklike" href="/api/docs#chaves" target="_blank" rel="noreferrer">
            {t('Como usar')}
          </a>
        </>
      }
      add={t('Nova chave')}
      onAdd={() => setAdding(true)}
      list={list}
      failed={t('Não conseguimos carregar as chaves.')}
      icon="key"
      none={t('Nenhuma chave ainda.')}
      rows={rows.map((k) => <Row key={k.id} apiKey={k} busy={busy} onRevoke={() => setRevoking(k)} />)}
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
function Row({ apiKey: k, busy, onRevoke }: { apiKey: Key; busy: boolean; onRevoke: () => void }) {
  const state = STATES[k.state]
  const day = k.expires_on?.split('-').reverse().join('/')
  return (
    <li className="li">
      <span className="grow">
        <b className="block">{k.name}</b>
        <span className="sm t2 block">{k.scopes.map((s) => t(SCOPES[s])).join(' · ')}</span>
        <span className="xs t2 block">
          mk_•••• {k.last4} · {k.used_at ? t('usada {when}', { when: showMoment(k.used_at) }) : t('nunca usada')}
          {day && ` · ${t('vale até {day}', { day })}`} · {t('de {name}', { name: k.created_by })}
        </span>
        {k.state === 'sem_dono' && (
          <span className="xs block">{t('Quem a criou não é mais administrador. Crie outra.')}</span>
        )}
      </span>
      <span className="col g1 keyside">
        <span className="pill" data-s={state.pill}>
          {t(state.word)}
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
