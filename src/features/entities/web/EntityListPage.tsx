import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import * as z from 'zod/mini'
import { call, callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { useDebounced } from '#web/useDebounced.ts'
import { brought, Queries } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { MadeWith } from '#web/ui/MadeWith.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { type Entity, entityShape, listEntities, searchEntities } from '../contract.ts'
import { titleOf } from '../rules.ts'
import { useKeptEntities } from './kept.ts'
import '#web/styles/kit.css'

const EntityForm = lazy(() => import('./EntityForm.tsx'))
interface Props {
  type: string
  company: number
  admin: boolean
  /** The rows as the first HTML brought them. */
  planted: unknown
}
/** Everybody who makes what the company sells; an admin adds profiles here. */
export default function EntityListPage(props: Props) {
  return (
    <Queries>
      <List {...props} />
    </Queries>
  )
}
const hrefOf = (e: Entity) => `/s/${e.type}/${encodeURIComponent(e.code)}`

function List({ type, company, admin, planted }: Props) {
  const title = t(titleOf(type))
  const [words, setWords] = useState('')
  const name = useDebounced(words)
  const [adding, setAdding] = useState(false)
  const [, navigate] = useLocation()
  useEffect(() => {
    document.title = title
  }, [title])
  const [here] = useState(() => brought(z.array(entityShape), planted))
  const kept = useKeptEntities(name)
  const asked = useQuery({
    enabled: kept === null || (kept === undefined && Boolean(here)),
    queryKey: ['entities', name],
    queryFn: () =>
      name
        ? call(searchEntities, { params: { name } })
        : callList(listEntities, { params: { company } }).then((l) => l.rows),
    placeholderData: (before) => before,
    ...(!name && here),
  })
  const list = kept ? { ...asked, isPending: false, isError: false, isSuccess: true } : asked
  const rows = kept ?? asked.data ?? []
  return (
    <>
      <div className="page">
        <div className="head">
          <h1>{title}</h1>
          {admin && (
            <button type="button" className="btn pri" onClick={() => setAdding(true)}>
              <Icon name="plus" />
              {t('Novo perfil')}
            </button>
          )}
        </div>
        <SearchBox label={t('Pesquisar entidades')} placeholder={t('Pesquisar...')} value={words} onChange={setWords} />
        <ListStates list={list} what={t('Não conseguimos carregar a lista.')} none={rows.length === 0}>
          <Empty icon="hand">
            <p>{name ? t('Ninguém com “{name}”.', { name }) : t('Ainda não há perfis por aqui.')}</p>
            <Link href="/dashboard/products" className="btn sec">
              {t('Ver produtos')}
            </Link>
          </Empty>
        </ListStates>
        <div className="grid spaced">
          {rows.map((e) => (
            <article className={`card${e.active ? '' : ' soldout'}`} key={e.id}>
              <Logo path={e.logo} alt="" icon="hand" width={400} className="ph" />
              <h2>
                <Link className="name b" href={hrefOf(e)}>
                  {e.name}
                </Link>
              </h2>
              <p className="meta">
                {e.active ? [e.company_name, e.city].filter(Boolean).join(' · ') : t('Não aparece para clientes')}
              </p>
            </article>
          ))}
        </div>
      </div>
      <MadeWith />
      {adding && (
        <Suspense>
          <EntityForm entity={null} type={type} onClose={() => setAdding(false)} onSaved={(e) => navigate(hrefOf(e))} />
        </Suspense>
      )}
    </>
  )
}
