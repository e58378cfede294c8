import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { hostOf } from '#shared/address.ts'
import { PLATFORM_COLOUR } from '#shared/colour.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { createReseller, deleteReseller, listResellers, type Reseller, updateReseller } from '../contract.ts'
import { Mark } from './Mark.tsx'
import { STATES } from './standing.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './ResellersPage.css'

/** Who brings companies to the platform and takes over their subscribe buttons. */
export default function ResellersPage() {
  return (
    <Queries>
      <List />
    </Queries>
  )
}
function List() {
  const [editing, setEditing] = useState<Reseller | 'new' | null>(null)
  const [removing, setRemoving] = useState<Reseller | null>(null)
  const list = useQuery({ queryKey: ['resellers'], queryFn: () => call(listResellers) })
  const one = editing === 'new' ? null : editing
  return (
    <div className="page narrow">
      <div className="head">
        <h1 className="h1">{t('Revendas')}</h1>
        {!!list.data?.length && (
          <button type="button" className="btn pri" onClick={() => setEditing('new')}>
            <Icon name="plus" />
            {t('Nova revenda')}
          </button>
        )}
      </div>
      {list.isPending && <Loading rows={3} />}
      {list.isError && (
        <Failed
          what={t('Não conseguimos carregar as revendas.')}
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.data?.length === 0 && (
        <Empty icon="people">
          <p>
            <b>{t('Quem vende o Mostruário por você')}</b>
          </p>
          <p>
            {t(
              'Crie a revenda com o link dela e escolha-a em cada empresa que ela trouxer: todo botão de assinar dessas empresas leva ao link, e a revenda cobra por conta própria.',
            )}
          </p>
          <button type="button" className="btn pri" onClick={() => setEditing('new')}>
            <Icon name="plus" />
            {t('Nova revenda')}
          </button>
        </Empty>
      )}
      {!!list.data?.length && (
        <>
          <p className="t2 spacedown">
            {t('Todo botão de assinar das empresas de uma revenda leva ao link dela. A revenda se escolhe na empresa.')}
          </p>
          <ul className="panel">
            {list.data.map((r) => (
              <Line key={r.id} reseller={r} onEdit={() => setEditing(r)} onRemove={() => setRemoving(r)} />
            ))}
          </ul>
        </>
      )}
      {editing && (
        <FormDialog
          name={`reseller:${one?.id ?? 'new'}`}
          title={one ? t('Alterar {name}', { name: one.name }) : t('Nova revenda')}
          text={t('Todo botão de assinar das empresas desta revenda leva ao link.')}
          fields={[
            { key: 'name', label: t('Nome'), first: one?.name ?? '', wide: true },
            { key: 'redirect_link', label: t('Link'), first: one?.redirect_link ?? 'https://', wide: true },
          ]}
          save={async (typed) => {
            if (one) await call(updateReseller, { params: { id: one.id }, typed })
            else await call(createReseller, { typed })
            renew('resellers')
            notify(t('Salvo.'))
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <Confirm
          title={t('Excluir {name}?', { name: removing.name })}
          text={t('As empresas dela ficam, e passam a assinar direto com o Mostruário.')}
          danger
          onClose={() => setRemoving(null)}
          onConfirm={() => {
            setRemoving(null)
            void attempt(async () => {
              await call(deleteReseller, { params: { id: removing.id } })
              renew('resellers')
            })
          }}
        />
      )}
    </div>
  )
}
interface LineProps {
  reseller: Reseller
  onEdit: () => void
  onRemove: () => void
}
/** Where it leads, whom it brought and how they stand. */
function Line({ reseller: r, onEdit, onRemove }: LineProps) {
  return (
    <li className="li reseller">
      <Mark name={r.name} logo="" colour={PLATFORM_COLOUR} />
      <span className="grow">
        <b>{r.name}</b>
        <span className="xs block clip">
          <a className="linklike" href={r.redirect_link} target="_blank" rel="noreferrer">
            {hostOf(r.redirect_link)}
          </a>
        </span>
        <span className="sm block t2">{tn(r.companies.length, '{n} empresa', '{n} empresas')}</span>
      </span>
      <span className="row">
        <button
          type="button"
          className="btn txt small"
          aria-label={t('Alterar {name}', { name: r.name })}
          onClick={onEdit}
        >
          {t('Alterar')}
        </button>
        <button type="button" className="ib" aria-label={t('Excluir {name}', { name: r.name })} onClick={onRemove}>
          <Icon name="bin" />
        </button>
      </span>
      {r.companies.length > 0 && (
        <ul className="brought">
          {r.companies.map((c) => (
            <li key={c.id} className="row">
              <span className="grow sm">
                <Link href={`/dashboard/companies/${c.id}`} className="linklike">
                  {c.name}
                </Link>
              </span>
              <span className="pill" data-s={c.state}>
                {t(STATES[c.state])}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
