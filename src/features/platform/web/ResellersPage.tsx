import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { createReseller, deleteReseller, listResellers, type Reseller, updateReseller } from '../contract.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

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
        <button type="button" className="btn pri" onClick={() => setEditing('new')}>
          <Icon name="plus" />
          {t('Nova revenda')}
        </button>
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
          <p>{t('Nenhuma revenda. As empresas de uma revenda assinam pelo link dela.')}</p>
        </Empty>
      )}
      {!!list.data?.length && (
        <ul className="panel">
          {list.data.map((r) => (
            <li className="li" key={r.id}>
              <span className="grow">
                <b>{r.name}</b>
                <span className="xs t2 block clip">{r.redirect_link}</span>
                <span className="sm block">
                  {r.companies.length === 0
                    ? t('Nenhuma empresa ainda.')
                    : r.companies.map((c, i) => (
                        <span key={c.id}>
                          {i > 0 && ', '}
                          <Link href={`/dashboard/companies/${c.id}`} className="linklike">
                            {c.name}
                          </Link>
                        </span>
                      ))}
                </span>
              </span>
              <button
                type="button"
                className="btn txt small"
                aria-label={t('Alterar {name}', { name: r.name })}
                onClick={() => setEditing(r)}
              >
                {t('Alterar')}
              </button>
              <button
                type="button"
                className="ib"
                aria-label={t('Excluir {name}', { name: r.name })}
                onClick={() => setRemoving(r)}
              >
                <Icon name="bin" />
              </button>
            </li>
          ))}
        </ul>
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
