import { useEffect } from 'react'
import { Link } from 'wouter'
import { TargetBar } from '#features/commissions/web/index.ts'
import { followOrders } from '#features/orders/web/index.ts'
import { showDay } from '#shared/day.ts'
import { showCents } from '#shared/money.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Sold } from '../contract.ts'
import { Change } from './Change.tsx'
import { Greeting } from './Greeting.tsx'
import { type CompanyDay, useCompanyHome } from './kept.ts'
import { MonthCurve } from './MonthCurve.tsx'
import type { HomeSlots, HomeViewer } from './parts.ts'
import { Ways } from './Ways.tsx'

/** The company's day: what it sold, what waits, what needs somebody; each figure leads to what it counts. */
export function CompanyHome({ viewer, slots }: { viewer: HomeViewer; slots: HomeSlots }) {
  const { home, read } = useCompanyHome()
  useEffect(() => followOrders(() => renew('home')), [])
  return (
    <>
      <div className="first">
        <Greeting name={viewer.name} />
        {viewer.orders && slots.newOrder}
      </div>
      {home ? (
        <>
          {read.isError && (
            <p className="xs t2" role="status">
              {t('Sem internet: estes números são de {when}.', { when: showMoment(home.at) })}
            </p>
          )}
          <Figures home={home} />
        </>
      ) : read.isError ? (
        <Failed what={t('Não conseguimos carregar o início.')} error={read.error} retry={() => void read.refetch()} />
      ) : (
        <Loading rows={6} />
      )}
      {slots.carts}
    </>
  )
}
function Figures({ home }: { home: CompanyDay }) {
  const { waiting: w, promotions: p } = home
  return (
    <>
      <div className="figures two">
        <Figure
          label={t('Hoje')}
          href="/dashboard/orders?period=1&sold=1"
          value={worth(home.today)}
          note={many(home.today)}
        />
        <Figure
          label={t('Este mês')}
          href="/dashboard/orders?period=month&sold=1"
          value={worth(home.month)}
          note={many(home.month)}
          more={<Change now={home.month} before={home.before} />}
        />
        <MonthCurve days={home.days} before={home.days_before} />
      </div>
      <Ways />
      {home.products === 0 && (
        <div className="panel">
          <Empty icon="tag">
            <p className="b">{t('Seu catálogo ainda está vazio')}</p>
            <p className="t2">{t('Com os produtos dentro, envie o link: os pedidos chegam aqui.')}</p>
            <span className="row wrap">
              <Link href="/dashboard/products/new" className="btn pri">
                {t('Novo produto')}
              </Link>
              <Link href="/dashboard/excel" className="btn sec">
                {t('Importar planilha')}
              </Link>
            </span>
          </Empty>
        </div>
      )}
      <section>
        <h2>{t('Espera por você')}</h2>
        <ul className="panel">
          <Row icon="box" href="/dashboard/orders?status=novo" n={w.novo} label={t('Pedidos novos')} />
          <Row
            icon="check"
            href="/dashboard/orders?status=aguardando_aprovacao"
            n={w.aguardando_aprovacao}
            label={t('Aguardando sua aprovação')}
          />
          <Row
            icon="edit"
            href="/dashboard/orders?status=ajuste_solicitado"
            n={w.ajuste_solicitado}
            label={t('Com ajuste pedido')}
          />
          {w.assinatura > 0 && (
            <Row
              icon="star"
              href="/session/assinar"
              n={w.assinatura}
              label={t('Pedidos de assinatura de vendedores')}
            />
          )}
          {w.enderecos > 0 && (
            <Row icon="send" href="/dashboard/mycompany" n={w.enderecos} label={t('E-mails que esperam confirmação')} />
          )}
          {w.links > 0 && (
            <Row
              icon="people"
              href="/clientes"
              n={w.links}
              label={t('Links pessoais que vendedores anteriores abriram')}
            />
          )}
          <Row icon="tag" href="/dashboard/products?only=out" n={home.out_of_stock} label={t('Produtos sem estoque')} />
          <Row
            icon="star"
            href="/dashboard/products?only=ending"
            n={p.ending}
            label={t('Promoções que terminam em 7 dias')}
            {...(p.first && { note: t('a primeira em {day}', { day: showDay(p.first) }) })}
          />
          <Row icon="people" href="/clientes?order=silent" n={home.silent} label={t('Clientes sem pedir há 60 dias')} />
        </ul>
      </section>
      <section>
        <div className="row between">
          <h2>{t('Vendedores no mês')}</h2>
          <Link href="/comissoes" className="btn sec small">
            {t('Metas e comissões')}
          </Link>
        </div>
        {home.sellers.length === 0 ? (
          <div className="panel">
            <Empty icon="people">
              <p>{t('Ainda não há vendedores.')}</p>
              <Link href="/dashboard/users/new?level=2" className="btn sec">
                {t('Novo vendedor')}
              </Link>
            </Empty>
          </div>
        ) : (
          <ol className="panel ranking">
            {home.sellers.map((s, i) => (
              <li key={s.id}>
                <Link href={`/comissoes?seller=${s.id}`} className="li">
                  <span className="place" aria-hidden="true">
                    {i + 1}
                  </span>
                  <span className="grow col g1">
                    <span className="row between">
                      <b className="clip">{s.name}</b>
                      <b className="nowrap">{worth(s)}</b>
                    </span>
                    <TargetBar sums={s} />
                    {s.reached === null && <span className="xs t2">{many(s)}</span>}
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  )
}
const many = (s: Sold) => tn(s.orders, '{n} pedido', '{n} pedidos')
const worth = (s: Sold) => (s.total === undefined ? s.orders.toLocaleString('pt-BR') : showCents(s.total))
interface FigureProps {
  label: string
  href: string
  value: string
  note: string
  more?: React.ReactNode
}
const Figure = ({ label, href, value, note, more }: FigureProps) => (
  <Link href={href} className="panel pad figure">
    <span className="sm t2">{label}</span>
    <b className="big">{value}</b>
    <span className="sm t2">{note}</span>
    {more}
  </Link>
)
function Row({
  icon,
  href,
  n,
  label,
  note,
}: {
  icon: IconName
  href: string
  n: number
  label: string
  note?: string
}) {
  return (
    <li>
      <Link href={href} className={`li${n === 0 ? ' nought' : ''}`}>
        <Icon name={icon} size="s" />
        <span className="grow">
          {label}
          {note && <span className="xs t2 block">{note}</span>}
        </span>
        <b>{n.toLocaleString('pt-BR')}</b>
        <Icon name="right" size="xs" />
      </Link>
    </li>
  )
}
