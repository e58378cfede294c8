import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Company, Seller } from '#features/companies/contract.ts'
import { tableName } from '#features/companies/rules.ts'
import { pictureAt } from '#shared/picture.ts'
import { initials } from '#shared/name.ts'
import { showPhone } from '#shared/phone.ts'
import { callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { useListSearch, useListState } from '#web/useListState.ts'
import { Choices } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListHead } from '#web/ui/ListHead.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { listUsers, type User } from '../contract.ts'
import { UserPage, type UserSlots } from './UserPage.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import '#web/ui/Face.css'

interface Props extends UserSlots {
  company: Pick<Company, 'id' | 'name' | 'price_table_active' | 'price_table_config' | 'importer'>
  sellers: Seller[]
  me: number
  /** null: the list; 'new' or a number: one person. */
  id: string | null
  /** Stands above the list: who waits for something. */
  waiting: ReactNode
  /** When a client ordered last. */
  lastOrder: (user: User) => ReactNode
  /** The button that copies a client's link. */
  copy: (user: User) => ReactNode
}
export default function UsersPage(props: Props) {
  return <Queries>{props.id ? <UserPage key={props.id} {...props} id={props.id} /> : <People {...props} />}</Queries>
}
const LEVELS: Record<number, string> = { 1: 'Administrador', 2: 'Vendedor', 3: 'Cliente' }
const TABS = [
  { value: '', label: 'Todos' },
  { value: '1', label: 'Administradores' },
  { value: '2', label: 'Vendedores' },
  { value: '3', label: 'Clientes' },
]
const PAGE = 25

function People({
  sellers,
  waiting,
  company,
  lastOrder,
  copy,
}: Pick<Props, 'sellers' | 'waiting' | 'company' | 'lastOrder' | 'copy'>) {
  const shown = useListState()
  const level = shown.of('level')
  const page = Number(shown.of('page') || 1)
  const { words, setWords, search } = useListSearch(shown, 'search')
  const list = useQuery({
    queryKey: ['users', level, search, page],
    queryFn: () =>
      callList(listUsers, { query: { name: search, level: level ? Number(level) : undefined, limit: PAGE, page } }),
    placeholderData: (before) => before,
  })
  const rows = list.data?.rows ?? []
  const pages = Math.ceil((list.data?.total ?? 0) / PAGE)
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Usuários')}</h1>
        <Menu>
          <Link href="/clientes" className="btn">
            <Icon name="person" />
            {t('Clientes')}
          </Link>
          <Link href="/dashboard/excel" className="btn">
            <Icon name="sheet" />
            {t('Importar planilha')}
          </Link>
        </Menu>
        <Link href={`/dashboard/users/new${level ? `?level=${level}` : ''}`} className="btn pri">
          <Icon name="plus" />
          {t('Nova pessoa')}
        </Link>
      </div>
      {waiting}
      <ListHead
        label={t('Buscar por nome, e-mail, telefone ou documento')}
        placeholder={t('Nome, e-mail, telefone ou documento')}
        value={words}
        onChange={setWords}
        chips={<Choices choices={TABS} value={level} onChoose={(chosen) => shown.set({ level: chosen })} />}
      />
      <ListStates list={list} what={t('Não conseguimos carregar as pessoas.')} none={rows.length === 0}>
        <Empty icon="people">
          <p>{search ? t('Ninguém com estas palavras.') : t('Ninguém aqui ainda. Comece pelos vendedores.')}</p>
        </Empty>
      </ListStates>
      {rows.length > 0 && (
        <div className="panel tablewrap">
          <table className="tbl">
            <thead>
              <tr>
                <th>{t('Pessoa')}</th>
                <th className="hide-s">{t('Telefone')}</th>
                <th className="hide-s">{t('Acesso')}</th>
                <th className="hide-s">{t('Vendedor')}</th>
                <th className="hide-s hide-m">{t('Tabela de preço')}</th>
                <th className="hide-s">{t('Último pedido')}</th>
                <th>
                  <span className="sr">{t('Link')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((u) => (
                <Person
                  key={u.id}
                  user={u}
                  seller={sellers.find((s) => s.id === u.seller_id)?.name ?? ''}
                  table={tableName(company, u.price_table) || String(u.price_table)}
                  lastOrder={u.level === 3 ? lastOrder(u) : null}
                  copy={u.level === 3 && u.active ? copy(u) : null}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager page={page} pages={pages} onPage={(n) => shown.set({ page: String(n) })}>
        {' · '}
        {tn(list.data?.total ?? 0, '{n} pessoa', '{n} pessoas')}
      </Pager>
    </div>
  )
}
function Face({ user }: { user: Pick<User, 'name' | 'profile_pic'> }) {
  return (
    <span className="face">
      {user.profile_pic ? <img src={pictureAt(user.profile_pic, 160)} alt="" /> : initials(user.name)}
    </span>
  )
}
interface PersonProps {
  user: User
  seller: string
  /** What the company calls the price table. */
  table: string
  lastOrder: ReactNode
  copy: ReactNode
}
/** One row; on a phone two lines of what matters there. */
function Person({ user, seller, table, lastOrder, copy }: PersonProps) {
  const access = user.active ? t(LEVELS[user.level] ?? 'Cliente') : <span className="tag">{t('Bloqueado')}</span>
  return (
    <tr>
      <td>
        <span className="cell">
          <Face user={user} />
          <span className="grow">
            <Link href={`/dashboard/users/${user.id}`} className="b">
              {user.company_name || user.name}
            </Link>
            <span className="xs t2 clip wideonly">
              {[user.company_name && user.name, user.email].filter(Boolean).join(' · ') || t('Sem e-mail')}
            </span>
            <span className="xs t2 smallonly">
              {access}
              {lastOrder && <span className="orderedon">{lastOrder}</span>}
            </span>
          </span>
        </span>
      </td>
      <td className="hide-s nowrap">{user.phone && showPhone(user.phone)}</td>
      <td className="hide-s">
        {access}
        {user.level === 3 && user.active && !user.signs_in && <span className="xs t2 block">{t('pelo link')}</span>}
      </td>
      <td className="hide-s">{seller || (user.level === 3 ? t('Da casa') : '')}</td>
      <td className="hide-s hide-m">{user.level === 3 ? table : ''}</td>
      <td className="hide-s nowrap">{lastOrder}</td>
      <td className="num">{copy}</td>
    </tr>
  )
}
