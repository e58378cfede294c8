import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { listClients } from '#features/clients/contract.ts'
import type { Company } from '#features/companies/contract.ts'
import type { Status } from '#features/orders/status.ts'
import { callList } from '#web/api.ts'
import { follow } from '#web/device/live.ts'
import { t, tn } from '#web/i18n.ts'
import { ZoneNotice } from '#web/ui/ZoneNotice.tsx'
import { showMoment } from '#web/moments.ts'
import { nextPage, Queries } from '#web/queries.tsx'
import { Chip } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { type ListState, useListSearch, useListState } from '#web/useListState.ts'
import { type About, listConversations, type Row } from '../contract.ts'
import { KINDS, type Kind } from '../rules.ts'
import { Conversation } from './Conversation.tsx'
import { accountDoor } from './doors.ts'
import { useKeptRows } from './kept.ts'
import '#web/styles/kit.css'
import '#web/ui/Split.css'
import '#web/ui/Face.css'
import './MessagesPage.css'

interface Props {
  company: Pick<Company, 'id' | 'name'>
  /** How an order stands. */
  pill: (status: Status) => ReactNode
}
/** The conversations beside the one that is open; on a phone one after the other. Its address says which. */
export default function MessagesPage(props: Props) {
  return (
    <Queries>
      <Messages {...props} />
    </Queries>
  )
}
const HERE = '/apps/messages'
const PAGE = 30
/** "pedido=12": whose conversation the address asks for. */
function pickedIn(shown: ListState): { kind: Kind; id: number } | null {
  for (const kind of KINDS) {
    const id = Number(shown.of(kind))
    if (Number.isSafeInteger(id) && id > 0) return { kind, id }
  }
  return null
}
const without = (shown: ListState, more: Record<string, string> = {}) => {
  const params = new URLSearchParams(shown.query)
  for (const kind of KINDS) params.delete(kind)
  for (const [key, value] of Object.entries(more)) params.set(key, value)
  return `${HERE}${params.size ? `?${params}` : ''}`
}
function Messages({ company, pill }: Props) {
  const shown = useListState()
  const picked = pickedIn(shown)
  const client = useQueryClient()
  useEffect(
    () =>
      follow(({ type }) => {
        if (type === 'message' || type === 'gap') void client.invalidateQueries({ queryKey: ['messages'] })
      }),
    [client],
  )
  return (
    <div className={`split messages${picked ? ' picked' : ''}`}>
      <List company={company.id} shown={shown} picked={picked} />
      {picked ? (
        <Conversation
          key={`${picked.kind}${picked.id}`}
          door={accountDoor(
            { company: company.id, ...picked },
            { staff: true, to: `${HERE}?${picked.kind}=${picked.id}` },
          )}
          company={company.name}
          head={(about) => <Head about={about} back={without(shown)} pill={pill} />}
        />
      ) : (
        <div className="none-picked">
          <Empty icon="chat">
            <p className="t2">{t('Escolha uma conversa para ler e responder.')}</p>
          </Empty>
        </div>
      )}
    </div>
  )
}
const subjectOf = (about: Pick<About, 'kind' | 'number'>) =>
  about.kind === 'cliente'
    ? t('Conversa do cliente')
    : about.number === null
      ? t('Pedido antigo')
      : t('Pedido {n}', { n: about.number })
function Head({ about, back, pill }: Pick<Props, 'pill'> & { about: About | undefined; back: string }) {
  return (
    <header className="talkhead row">
      <Link href={back} className="ib back" aria-label={t('Voltar para as conversas')}>
        <Icon name="back" />
      </Link>
      <div className="grow">
        <h1 className="h2 clip">{about?.name ?? t('Conversa')}</h1>
        {about && <p className="sm t2 clip">{[subjectOf(about), about.seller_name].filter(Boolean).join(' · ')}</p>}
      </div>
      {about?.status && pill(about.status)}
      {about && (
        <Link
          className="btn sec small"
          href={about.kind === 'pedido' ? `/dashboard/orders/${about.id}` : `/clientes/${about.id}`}
        >
          <Icon name={about.kind === 'pedido' ? 'box' : 'person'} />
          <span className="word">{about.kind === 'pedido' ? t('Ver pedido') : t('Ver cliente')}</span>
        </Link>
      )}
    </header>
  )
}
function List({
  company,
  shown,
  picked,
}: {
  company: number
  shown: ListState
  picked: { kind: Kind; id: number } | null
}) {
  const { words, setWords, search } = useListSearch(shown, 'search')
  const only = shown.of('unread') === '1'
  const list = useInfiniteQuery({
    queryKey: ['messages', 'list', company, search, only],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      callList(listConversations, {
        params: { company },
        query: { search, unread: only || undefined, page: pageParam, limit: PAGE },
      }),
    getNextPageParam: nextPage,
  })
  const kept = useKeptRows(search, only)
  const rows = list.data?.pages.flatMap((p) => p.rows) ?? kept ?? []
  return (
    <section className="list" aria-label={t('Lista de conversas')}>
      <div className="pad col g3">
        <h1>{t('Mensagens')}</h1>
        <ZoneNotice />
        <SearchBox
          label={t('Buscar por cliente ou número do pedido')}
          placeholder={t('Cliente ou número do pedido')}
          value={words}
          onChange={setWords}
        />
        <div className="chips">
          <Chip on={!only} onClick={() => shown.set({ unread: '' })}>
            {t('Todas')}
          </Chip>
          <Chip on={only} onClick={() => shown.set({ unread: '1' })}>
            {t('Não lidas')}
          </Chip>
        </div>
      </div>
      {rows.length === 0 && (
        <ListStates list={list} what={t('Não conseguimos carregar as conversas.')} none>
          {!search && (
            <Empty icon="chat">
              <p>
                {only
                  ? t('Nenhuma conversa espera por você.')
                  : t('Nenhuma conversa ainda. Busque um cliente para escrever a ele, ou escreva no pedido.')}
              </p>
            </Empty>
          )}
        </ListStates>
      )}
      {rows.map((row) => (
        <RowLink
          key={`${row.kind}${row.id}`}
          row={row}
          href={without(shown, { [row.kind]: String(row.id) })}
          picked={picked?.kind === row.kind && picked.id === row.id}
        />
      ))}
      <div className="pad">
        <MoreButton list={list} />
        {list.isError && !list.data && rows.length > 0 && (
          <p className="xs t2">{t('Estas estão neste aparelho; as outras precisam de internet.')}</p>
        )}
      </div>
      {search && <Others search={search} shown={shown} known={rows} />}
    </section>
  )
}
function RowLink({ row, href, picked }: { row: Row; href: string; picked: boolean }) {
  const { last, unread } = row
  const said = last.text || t('Foto')
  return (
    <Link
      href={href}
      transition
      className={`li talkrow${picked ? ' sel' : ''}`}
      aria-current={picked ? 'true' : undefined}
    >
      <span className="grow">
        <span className="row between">
          <b className="clip">{row.name}</b>
          <span className="xs t2 nowrap">{showMoment(last.at)}</span>
        </span>
        <span className="row between sm t2">
          <span className="clip">{last.ours ? `${last.who.split(' ')[0]}: ${said}` : said}</span>
          {unread > 0 && (
            <span className="bd">
              {unread}
              <span className="sr"> {tn(unread, 'não lida', 'não lidas')}</span>
            </span>
          )}
        </span>
        <span className="xs t2">{subjectOf(row)}</span>
      </span>
    </Link>
  )
}
/** Clients whom nobody has written to yet, found by the same words. */
function Others({ search, shown, known }: { search: string; shown: ListState; known: Row[] }) {
  const { data } = useQuery({
    queryKey: ['clients', 'to-write', search],
    queryFn: () => callList(listClients, { query: { name: search, limit: 6 } }),
  })
  const others = (data?.rows ?? []).filter((c) => !known.some((r) => r.kind === 'cliente' && r.id === c.id))
  if (!data) return null
  if (others.length === 0 && known.length === 0)
    return (
      <Empty icon="search">
        <p>{t('Nenhum cliente e nenhum pedido com “{text}”.', { text: search })}</p>
      </Empty>
    )
  if (others.length === 0) return null
  return (
    <section aria-labelledby="others">
      <h2 className="h3 pad" id="others">
        {t('Escrever a um cliente')}
      </h2>
      {others.map((c) => (
        <Link key={c.id} href={without(shown, { cliente: String(c.id) })} className="li">
          <Icon name="person" />
          <span className="grow clip">{c.company_name || c.name}</span>
          <Icon name="right" size="s" />
        </Link>
      ))}
    </section>
  )
}
