import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { Company, Seller } from '#features/companies/contract.ts'
import { tableWord } from '#features/companies/web/index.ts'
import { pointOf, wayTo } from '#shared/geo.ts'
import { chatLink, phoneDigits, showPhone } from '#shared/phone.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { FailedPage, Loading } from '#web/ui/states.tsx'
import { type Card, readClient } from '../contract.ts'
import { daysLate } from '../rules.ts'
import { ClientForm } from './ClientForm.tsx'
import { useKeptClient } from './kept.ts'
import { Merges } from './Merges.tsx'
import { MovePortfolio } from './MovePortfolio.tsx'
import { Notes } from './Notes.tsx'
import { PersonalLink } from './PersonalLink.tsx'
import { aboutOf, nameOf, shortly, sinceLast, usually } from './words.ts'

export interface CardSlots {
  /** Visits to the client. */
  visits: (client: Card) => ReactNode
  /** The client's orders. */
  orders: (client: Card) => ReactNode
  /** Begins an order for the client; null where the company takes none. */
  onStart: ((client: Card) => void) | null
}
interface Props extends CardSlots {
  company: Pick<Company, 'id' | 'name' | 'price_table_active' | 'price_table_config'>
  sellers: Seller[]
  admin: boolean
  id: number
  back: string
}
export function ClientCard(props: Props) {
  const { id, back } = props
  const [params] = useSearchParams()
  const here = useKeptClient(id)
  const asked = useQuery({
    queryKey: ['client', id],
    queryFn: () => call(readClient, { params: { id } }),
    enabled: Number.isSafeInteger(id) && here === null,
  })
  const client = here ? ({ isError: false, isPending: false, data: here } as const) : asked
  if (client.isError || !Number.isSafeInteger(id))
    return (
      <FailedPage
        title={t('Cliente')}
        what={t('Não conseguimos abrir este cliente.')}
        error={asked.error}
        retry={() => void asked.refetch()}
      />
    )
  if (client.isPending) return <Loading />
  if (params.get('editar')) return <ClientForm {...props} client={client.data} name="" back={hereWithout('editar')} />
  return <Shown {...props} client={client.data} back={back} />
}
/** This address with one word after the question mark less. */
function hereWithout(word: string): string {
  const params = new URLSearchParams(location.search)
  params.delete(word)
  return `${location.pathname}${params.size ? `?${params}` : ''}`
}
function Shown({ client: c, company, sellers, admin, back, orders, visits, onStart }: Props & { client: Card }) {
  const [params, setParams] = useSearchParams()
  const named = useLocation()[0].endsWith(`/${c.id}`)
  const [moving, setMoving] = useState(false)
  useEffect(() => {
    // The first of the list stands open under the list's own address, and title.
    if (named) document.title = nameOf(c)
  }, [c, named])
  const place = [
    [c.address.street, c.address.number, c.address.complement].filter(Boolean).join(', '),
    [c.address.district, c.address.city, c.address.state].filter(Boolean).join(', '),
    c.address.cep,
  ].filter(Boolean)
  const rows = [
    [t('Telefone'), c.phone && showPhone(c.phone)],
    [t('E-mail'), c.email],
    [t('CPF ou CNPJ'), c.document],
    [t('Código'), [c.client_code, ...c.other_codes].filter(Boolean).join(' · ')],
    [t('Endereço'), place.join(' · ')],
    [t('Tabela de preços'), company.price_table_active ? tableWord(company, c.price_table) : ''],
    [t('Carteira'), c.seller_name || t('Da casa')],
  ].filter(([, value]) => value)
  const at = pointOf(c)
  const edit = () => {
    params.set('editar', '1')
    setParams(params)
  }
  return (
    <article className="page narrow client">
      <BackLink href={back}>{t('Clientes')}</BackLink>
      <div className="head">
        <div className="grow">
          <h1 className="h1">{nameOf(c)}</h1>
          <p className="t2 sm">{shortly(c) || aboutOf(c)}</p>
        </div>
        <button type="button" className="btn sec small" onClick={edit}>
          <Icon name="edit" />
          {t('Editar')}
        </button>
      </div>
      <div className="col g3">
        {c.blocked && (
          <p className="note bad">
            <Icon name="lock" />
            <span className="grow">{t('Bloqueado para pedidos: este cliente só recebe orçamento.')}</span>
          </p>
        )}
        {c.credit_note && (
          <p className="note warn">
            <Icon name="warn" />
            <span className="grow pre">{t('Crédito: {text}', { text: c.credit_note })}</span>
          </p>
        )}
        <div className="ways">
          {onStart && (
            <button type="button" className="btn pri" onClick={() => onStart(c)}>
              <Icon name="plus" />
              {t('Novo pedido')}
            </button>
          )}
          {c.phone && (
            <>
              <a className="btn wa" href={chatLink(c.phone, '')} target="_blank" rel="noreferrer">
                <Icon name="whatsapp" />
                {t('WhatsApp')}
              </a>
              <a className="btn sec" href={`tel:${phoneDigits(c.phone)}`}>
                <Icon name="phone" />
                {t('Telefonar')}
              </a>
            </>
          )}
          <Link className="btn sec" href={`/apps/messages?cliente=${c.id}`}>
            <Icon name="chat" />
            {t('Mensagens')}
          </Link>
          <Link className="btn sec" href={`/charts?client=${c.id}`}>
            <Icon name="chart" />
            {t('Gráficos')}
          </Link>
          {at && (
            <>
              <a className="btn sec" href={wayTo(at)} target="_blank" rel="noreferrer">
                <Icon name="pin" />
                {t('Como chegar')}
              </a>
              <Link className="btn sec" href={`/maps?pin=c${c.id}`}>
                {t('Ver no mapa')}
              </Link>
            </>
          )}
        </div>
        <Facts client={c} />
        {orders(c)}
        {visits(c)}
        <Notes key={c.id} client={c} />
      </div>
      <section className="sect spaced">
        <h2>{t('Cadastro')}</h2>
        <dl className="panel pad">
          {rows.map(([label, value]) => (
            <div className="kv" key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {c.moves.length > 0 && (
          <details>
            <summary className="sm">{t('De quem já foi')}</summary>
            <ul className="sm t2">
              {c.moves.map((m) => (
                <li key={m.at.getTime()}>
                  {t('{when}: de {from} para {to}, por {who}', {
                    when: showMoment(m.at),
                    from: m.from || t('Da casa'),
                    to: m.to || t('Da casa'),
                    who: m.who || t('sistema'),
                  })}
                </li>
              ))}
            </ul>
          </details>
        )}
        {admin && (
          <button type="button" className="btn sec small self-start" onClick={() => setMoving(true)}>
            {t('Mudar de carteira')}
          </button>
        )}
      </section>
      <PersonalLink id={c.id} company={company} />
      <Merges client={c} />
      {moving && (
        <MovePortfolio
          title={t('Mudar {name} de carteira', { name: nameOf(c) })}
          sellers={sellers.filter((s) => s.id !== c.seller_id)}
          clients={() => Promise.resolve([c.id])}
          onClose={() => setMoving(false)}
        />
      )}
    </article>
  )
}
function Facts({ client: c }: { client: Card }) {
  const late = daysLate(c)
  const facts = [
    [t('Último pedido'), sinceLast(c)],
    [t('Costuma pedir'), c.interval_days === null ? '–' : usually(c.interval_days)],
    [
      t('Situação'),
      c.days_since === null || c.interval_days === null
        ? '–'
        : late > 0
          ? tn(late, '{n} dia além', '{n} dias além')
          : t('em dia'),
    ],
  ]
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div className="panel fact" key={label}>
          <dt className="xs t2">{label}</dt>
          <dd>
            <b>{value}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
