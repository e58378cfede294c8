import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { showCents } from '#shared/money.ts'
import { chatLink } from '#shared/phone.ts'
import { pictureAt } from '#shared/picture.ts'
import { useAct } from '#web/act.ts'
import { call, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { dayOf } from '#web/device/day.ts'
import { dayWords } from '#web/moments.ts'
import { Queries } from '#web/queries.tsx'
import { Brand } from '#web/ui/Brand.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Snackbar } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { type Living, readLiving, renewBrochure } from '../contract.ts'
import { underName } from '../rules.ts'
import '#web/styles/kit.css'
import './LivingPage.css'

/** Behind a PDF's QR code: whether what it says still holds, and a new one. */
export default function LivingPage({ token }: { token: string }) {
  return (
    <Queries>
      <View token={token} />
    </Queries>
  )
}
function View({ token }: { token: string }) {
  const [params] = useSearchParams()
  const product = params.get('product') ?? ''
  const vend = /^\d{1,15}$/.exec(params.get('vend') ?? '')?.[0]
  const counted = useRef(false)
  const living = useQuery({
    queryKey: ['living', token, product],
    queryFn: async () => {
      const visit = !counted.current
      counted.current = true
      return call(readLiving, { params: { token }, query: { visit, product } })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const data = living.data
  useEffect(() => {
    if (data) document.title = `${data.title} · ${data.company.name}`
  }, [data])
  const catalogue = data?.catalogue ?? (vend ? `/pedidos?vend=${vend}` : '/pedidos')
  const gone = isFailure(living.error) && living.error.status === 404
  return (
    <>
      <header className="bar">
        <Brand href={catalogue} name={data?.company.name ?? t('Catálogo')} logo={data?.company.logo} />
      </header>
      <main className="main">
        <div className="page narrow col g4">
          {data ? (
            <Body token={token} data={data} />
          ) : gone ? (
            <>
              <h1 className="h1">{t('Este PDF não está mais guardado')}</h1>
              <p className="t2">{t('Os produtos e os preços de hoje estão no catálogo.')}</p>
              <a className="btn pri full" href={catalogue}>
                {t('Ver o catálogo de hoje')}
              </a>
            </>
          ) : living.isError ? (
            <>
              <h1 className="sr">{t('Catálogo')}</h1>
              <Failed
                what={t('Não conseguimos comparar os preços.')}
                error={living.error}
                retry={() => void living.refetch()}
              />
            </>
          ) : (
            <>
              <h1 className="sr">{t('Catálogo')}</h1>
              <Loading rows={4} />
            </>
          )}
        </div>
      </main>
      <Snackbar high={false} />
    </>
  )
}
const madeOn = (d: Date) => dayWords(dayOf(d), { day: 'numeric', month: 'long', year: 'numeric' })
function Body({ token, data }: { token: string; data: Living }) {
  const { changed_total: changed, gone_total: gone, added_total: added } = data
  // One that is still made, or was not, is compared with nothing.
  const compared = data.settled && data.status === 'pronto'
  const still = compared && changed + gone === 0
  const price = (cents: number | null | undefined) =>
    cents !== undefined && <b className="livingprice">{show(cents, data.currency)}</b>
  return (
    <>
      <div className="row g4">
        <span className={`done-mark${still ? '' : ' changedmark'}`}>
          <Icon name={still ? 'check' : 'info'} />
        </span>
        <div>
          <h1>
            {!compared
              ? data.title
              : still
                ? data.prices
                  ? t('Os preços deste PDF continuam valendo')
                  : t('Este PDF continua valendo')
                : t('Este PDF mudou')}
          </h1>
          <p className="sm t2">{t('{title}, feito em {day}', { title: data.title, day: madeOn(data.made_at) })}</p>
        </div>
      </div>
      {data.product && <Tapped product={data.product} prices={data.prices} currency={data.currency} />}
      <div className="col g3">
        <a className={`btn ${data.product ? 'sec' : 'pri'} full`} href={data.catalogue}>
          {t('Ver o catálogo e pedir')}
        </a>
        {compared && (!still || added > 0) && <Newer token={token} />}
        {data.files.map((href, n) => (
          <a key={href} className="btn sec full" href={href}>
            <Icon name="download" />
            {data.files.length > 1
              ? t('Volume {n} deste PDF', { n: n + 1 })
              : still
                ? t('Baixar este PDF')
                : t('Baixar o PDF antigo')}
          </a>
        ))}
        {data.company.phone && (
          <a className="btn txt full" href={chatLink(data.company.phone, '')} target="_blank" rel="noreferrer">
            <Icon name="whatsapp" />
            {t('Falar com {name}', { name: data.company.name })}
          </a>
        )}
      </div>
      <Products
        title={tn(changed, '{n} preço mudou', '{n} preços mudaram')}
        of={data.changed}
        total={changed}
        priced={(c) => (
          <span className="livingprice">
            <del>
              <span className="sr">{t('antes')} </span>
              {show(c.before, data.currency)}
            </del>
            <b>
              <span className="sr">{t('agora')} </span>
              {show(c.after, data.currency)}
            </b>
          </span>
        )}
      />
      <Products title={tn(gone, '{n} produto saiu', '{n} produtos saíram')} of={data.gone} total={gone} />
      <Products
        title={tn(added, '{n} produto novo', '{n} produtos novos')}
        of={data.added}
        total={added}
        priced={(p) => price(p.price)}
      />
    </>
  )
}
const show = (cents: number | null, currency: string) =>
  cents === null ? t('Sob consulta') : showCents(cents, currency)

function Tapped({
  product,
  prices,
  currency,
}: {
  product: NonNullable<Living['product']>
  prices: boolean
  currency: string
}) {
  return (
    <section className="panel livingproduct">
      {product.photo && <img src={pictureAt(product.photo, 400)} alt="" />}
      <div className="col g2 grow">
        <b>{product.name}</b>
        {product.code && <small className="t2">{product.code}</small>}
        {prices && product.price !== undefined && (
          <span className="b">{t('Hoje: {price}', { price: show(product.price, currency) })}</span>
        )}
        <a className="btn pri small" href={product.link}>
          {t('Abrir o produto')}
        </a>
      </div>
    </section>
  )
}
/** What changed, left or came: `of` of `total`; nothing when there is none. */
function Products<P extends { name: string; code: string; specs: string }>({
  title,
  of,
  total,
  priced,
}: {
  title: string
  of: P[]
  total: number
  priced?: (p: P) => ReactNode
}) {
  const more = total - of.length
  if (total === 0) return null
  return (
    <section>
      <h2 className="b">{title}</h2>
      <ul className="panel livinglist">
        {of.map((p) => (
          <li key={`${p.code}|${p.name}|${p.specs}`}>
            <span className="grow">
              <b>{p.name}</b>
              <small className="t2 block">{underName(p)}</small>
            </span>
            {priced?.(p)}
          </li>
        ))}
        {more > 0 && <li className="sm t2">{tn(more, 'e mais {n} produto', 'e mais {n} produtos')}</li>}
      </ul>
    </section>
  )
}
/** The same with today's prices: made when it is asked for. */
function Newer({ token }: { token: string }) {
  const [fresh, setFresh] = useState('')
  const { busy, act } = useAct()
  const made = useQuery({
    queryKey: ['living', fresh, ''],
    queryFn: () => call(readLiving, { params: { token: fresh } }),
    enabled: fresh !== '',
    refetchInterval: (q) => (q.state.data?.status === 'fazendo' ? 700 : false),
  })
  const now = made.data
  if (now?.status === 'pronto')
    return (
      <>
        {now.files.map((href, n) => (
          <a key={href} className="btn sec full" href={href}>
            <Icon name="download" />
            {now.files.length > 1 ? t('Abrir o PDF novo, volume {n}', { n: n + 1 }) : t('Abrir o PDF novo')}
          </a>
        ))}
      </>
    )
  const making = now?.status === 'fazendo' || (fresh !== '' && made.isPending)
  return (
    <>
      <button
        type="button"
        className="btn sec full"
        disabled={busy || making}
        onClick={() => void act(async () => setFresh((await call(renewBrochure, { params: { token } })).token))}
      >
        <Icon name="repeat" />
        {busy || making ? t('Fazendo o PDF novo…') : t('Fazer o PDF com os preços de hoje')}
      </button>
      {making && (
        <progress
          max={Math.max(1, now?.products ?? 1)}
          value={now?.done ?? 0}
          aria-label={t('Fazendo o PDF novo…')}
          className="full"
        />
      )}
      {(now?.status === 'falhou' || made.isError) && (
        <p className="hint err" role="alert">
          {t('Não conseguimos fazer o PDF. Tente de novo.')}
        </p>
      )}
    </>
  )
}
