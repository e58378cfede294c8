import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Company, Seller } from '#features/companies/contract.ts'
import { SellerFilter, tableWord } from '#features/companies/web/index.ts'
import { initials } from '#shared/name.ts'
import { callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { listHere } from '#web/device/use.ts'
import { useBeside } from '#web/useBeside.ts'
import { useListSearch, useListState } from '#web/useListState.ts'
import { Choices } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { type Client, listClients } from '../contract.ts'
import { daysLate } from '../rules.ts'
import { useKeptClients } from './kept.ts'
import { LinkOffers } from './LinkOffers.tsx'
import { MovePortfolio } from './MovePortfolio.tsx'
import { aboutOf, nameOf, shortly, sinceLast, usually } from './words.ts'

const ORDERS = [
  { value: '', label: 'Recentes' },
  { value: 'late', label: 'Atrasados' },
  { value: 'silent', label: 'Sem pedir há 60 dias' },
  { value: 'name', label: 'De A a Z' },
]
const PAGE = 50
interface Props {
  company: Pick<Company, 'price_table_active' | 'price_table_config'>
  admin: boolean
  sellers: Seller[]
  /** Whom the address names, 0 for somebody new; null: nobody. */
  chosen: number | null
  /** What stands beside the list: the client that is open. */
  children: (open: number | null) => ReactNode
}
/** Everybody in a seller's portfolio, as many at a time as one answer holds. */
async function portfolioOf(seller_id: number): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await callList(listClients, { query: { seller_id, limit: 1000, page, order: 'name' } })
    ids.push(...rows.map((c) => c.id))
    if (rows.length === 0 || ids.length >= total) return ids
  }
}
export function ClientList({ company, admin, sellers, chosen, children }: Props) {
  const shown = useListState()
  const order = shown.of('order')
  const seller = shown.of('seller')
  const { words, setWords, search } = useListSearch(shown, 'search')
  const [moving, setMoving] = useState(false)
  const [most, setMost] = useState(PAGE)
  const here = useKeptClients({ words, order, seller: seller ? Number(seller) : null }, most)
  const asked = useInfiniteQuery({
    enabled: here === null,
    queryKey: ['clients', order, seller, search],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      callList(listClients, {
        query: {
          name: search,
          order: order === 'late' || order === 'name' || order === 'silent' ? order : 'recent',
          seller_id: seller ? Number(seller) : undefined,
          limit: PAGE,
          page: pageParam,
        },
      }),
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total ? pages.length + 1 : undefined),
    placeholderData: (before) => before,
  })
  const rows = here?.rows ?? asked.data?.pages.flatMap((p) => p.rows) ?? []
  const total = here?.total ?? asked.data?.pages[0]?.total ?? 0
  const list = here ? listHere({ more: total > most, onMore: () => setMost(most + PAGE) }) : asked
  const from = sellers.find((s) => String(s.id) === seller)
  const open = useBeside(shown.query, chosen, rows[0]?.id)
  const section = (
    <section className="list" aria-label={t('Lista de clientes')}>
      <div className="pad col g3">
        <div className="row between wrap">
          <h1>{t('Clientes')}</h1>
          <span className="row">
            <Link href="/maps" className="btn sec small">
              <Icon name="pin" />
              {t('Mapa')}
            </Link>
            <Link href={`/clientes/novo${shown.query}`} className="btn sec small">
              <Icon name="plus" />
              {t('Novo cliente')}
            </Link>
          </span>
        </div>
        <SearchBox
          label={t('Buscar cliente por nome, cidade, código, documento ou telefone')}
          placeholder={t('Nome, cidade, código, telefone')}
          value={words}
          onChange={setWords}
        />
        <div className="chips">
          <Choices choices={ORDERS} value={order} onChoose={(value) => shown.set({ order: value })} />
        </div>
        {admin && sellers.length > 0 && (
          <div className="row">
            <SellerFilter sellers={sellers} value={seller} onChange={(value) => shown.set({ seller: value })} />
            {from && total > 0 && (
              <button type="button" className="btn sec small nowrap" onClick={() => setMoving(true)}>
                {t('Passar carteira')}
              </button>
            )}
          </div>
        )}
        {list.isSuccess && (search || total > PAGE) && (
          <p className="sm t2" role="status">
            {tn(total, '{n} cliente', '{n} clientes')}
          </p>
        )}
      </div>
      {admin && <LinkOffers />}
      <ListStates list={list} what={t('Não conseguimos carregar os clientes.')} none={rows.length === 0}>
        <Empty icon="person">
          <p>
            {search
              ? t('Nenhum cliente com “{name}”.', { name: search })
              : t('Nenhum cliente ainda. Cadastre o primeiro e faça um pedido para ele.')}
          </p>
          <Link href={`/clientes/novo${shown.query}`} className="btn pri">
            {search ? t('Cadastrar “{name}”', { name: search }) : t('Cadastrar cliente')}
          </Link>
        </Empty>
      </ListStates>
      {rows.map((c) => (
        <ClientRow
          key={c.id}
          client={c}
          href={`/clientes/${c.id}${shown.query}`}
          picked={c.id === open}
          table={company.price_table_active && c.price_table > 1 ? tableWord(company, c.price_table) : ''}
        />
      ))}
      {list.hasNextPage && (
        <div className="pad">
          <MoreButton list={list} />
        </div>
      )}
      {moving && from && (
        <MovePortfolio
          title={t('Passar a carteira de {name}', { name: from.name })}
          sellers={sellers.filter((s) => s.id !== from.id)}
          clients={() => portfolioOf(from.id)}
          onClose={() => setMoving(false)}
        />
      )}
    </section>
  )
  return (
    <>
      {section}
      {children(open)}
    </>
  )
}
interface RowProps {
  client: Client
  href: string
  picked: boolean
  /** The price table, where the company uses several and it is not the usual one. */
  table: string
}
function ClientRow({ client: c, href, picked, table }: RowProps) {
  const late = daysLate(c) > 0
  return (
    <Link href={href} className={`li clientrow${picked ? ' sel' : ''}`} aria-current={picked ? 'true' : undefined}>
      <span className="face" aria-hidden="true">
        {initials(nameOf(c))}
      </span>
      <span className="grow">
        <b className="clip block">{nameOf(c)}</b>
        <span className="sm t2 clip block">{shortly(c) || aboutOf(c)}</span>
        {(c.blocked || table) && (
          <span className="row">
            {c.blocked && (
              <span className="pill" data-s="vencida">
                {t('Bloqueado')}
              </span>
            )}
            {table && <span className="xs t2">{table}</span>}
          </span>
        )}
      </span>
      <span className="when sm">
        <span className="nowrap block">{sinceLast(c)}</span>
        {c.interval_days !== null &&
          (late ? (
            <span className="pill" data-s="espera">
              {usually(c.interval_days)}
            </span>
          ) : (
            <span className="xs t2 nowrap">{usually(c.interval_days)}</span>
          ))}
      </span>
    </Link>
  )
}
export const NonePicked = () => (
  <div className="none-picked">
    <Empty icon="person">
      <p className="t2">{t('Escolha um cliente para ver pedidos, contato e anotações.')}</p>
    </Empty>
  </div>
)
