import { type CSSProperties, useMemo, useState } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { showCents } from '#shared/money.ts'
import { showPhone } from '#shared/phone.ts'
import { pictureAt } from '#shared/picture.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { accentOn, GRID, isItem, type Item, itemsOn, type Layout, type Leaf, underName } from '../rules.ts'
import './Leaves.css'

interface Look {
  company: Company
  title: string
  layout: Layout
  currency: string
  qr: boolean
}
const atOnce = () => (matchMedia('(max-width:599px)').matches ? 2 : 3)
const KIND: Record<Leaf['kind'], string> = {
  cover: 'capa',
  picture: 'imagem',
  opening: 'abertura',
  items: 'produtos',
  table: 'produtos',
  index: 'índice',
  closing: 'página final',
}

/** The pages as they will be printed, a few at a time. */
export function Leaves({ leaves, ...look }: Look & { leaves: Leaf[] }) {
  const [first, setFirst] = useState(0)
  const { company } = look
  const accents = {
    '--accent': accentOn('#ffffff', company),
    '--accent-on': accentOn(company.primary_color, company, 'currentColor'),
  } as CSSProperties
  const from = Math.min(first, Math.max(0, leaves.length - 1))
  const step = atOnce()
  const firstPhoto = useMemo(() => leaves.flatMap(itemsOn).find((x) => x.photo)?.photo ?? '', [leaves])
  const photo = look.layout.cover_photo || firstPhoto
  const until = Math.min(from + step, leaves.length)
  return (
    <section aria-label={t('Prévia')}>
      <div className="row">
        <h2 className="b grow">
          {t('Prévia')}{' '}
          <small className="t2">
            {t('páginas {from} a {to} de {n}', { from: from + 1, to: until, n: leaves.length })}
          </small>
        </h2>
        <button
          type="button"
          className="ib"
          disabled={from === 0}
          aria-label={t('Páginas anteriores')}
          onClick={() => setFirst(Math.max(0, from - step))}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          className="ib"
          disabled={until >= leaves.length}
          aria-label={t('Próximas páginas')}
          onClick={() => setFirst(from + step)}
        >
          <Icon name="right" />
        </button>
      </div>
      <ol className="leaves">
        {leaves.slice(from, until).map((leaf, i) => (
          <li key={from + i}>
            <div className="leaf" aria-hidden="true" style={accents}>
              <Page leaf={leaf} n={from + i + 1} photo={photo} {...look} />
            </div>
            <small className="t2">
              {from + i + 1} · {t(KIND[leaf.kind])}
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}
function Page({
  leaf,
  n,
  photo,
  company,
  title,
  layout,
  currency,
  qr,
}: Look & { leaf: Leaf; n: number; photo: string }) {
  if (leaf.kind === 'picture') return <img className="wholeleaf" src={pictureAt(leaf.path, 800)} alt="" />
  if (leaf.kind === 'opening')
    return (
      <div className="leafopening">
        <small>{tn(leaf.count, '{n} produto', '{n} produtos')}</small>
        <b>{leaf.name}</b>
      </div>
    )
  if (leaf.kind === 'cover') return <CoverLeaf {...{ photo, company, title, layout }} />
  if (leaf.kind === 'closing')
    return (
      <div className="leafcover cor leafclosing">
        {company.logo && <img src={pictureAt(company.logo, 160)} alt="" />}
        <b>{company.name}</b>
        <small>{t('Os preços de hoje e o seu pedido estão a um toque.')}</small>
        <Icon name="grid" />
        <small>{company.whatsapp_phone && showPhone(company.whatsapp_phone)}</small>
      </div>
    )
  if (leaf.kind === 'index')
    return (
      <>
        <div className="leafhead">
          <b>{t('Índice')}</b>
          <span>{title}</span>
        </div>
        <div className="leaftable leafindex">
          {leaf.entries.map((e) => (
            <div key={e.name}>
              <b className="grow">{e.name}</b>
              <span>{tn(e.count, '{n} produto', '{n} produtos')}</span>
              <b>{e.page}</b>
            </div>
          ))}
        </div>
      </>
    )
  const [columns] = GRID[layout.per_page] as [number, number]
  const price = (i: Item) =>
    !layout.prices || i.price === undefined
      ? ''
      : i.price === null
        ? t('Sob consulta')
        : showCents(i.promo ?? i.price, currency)
  return (
    <>
      <div className="leafhead">
        <b>{leaf.kind === 'items' ? leaf.group : company.name}</b>
        <span>{title}</span>
      </div>
      {leaf.kind === 'table' ? (
        <div className="leaftable">
          {leaf.rows.map((r, k) =>
            isItem(r) ? (
              <div key={k}>
                <span>{r.code}</span>
                <span className="grow">{[r.name, r.specs].filter(Boolean).join(' · ')}</span>
                <b>{price(r)}</b>
              </div>
            ) : (
              <strong key={k}>{r.heading}</strong>
            ),
          )}
        </div>
      ) : (
        <div className={`leafitems ${layout.model} c${layout.model === 'lista' ? 1 : columns}`}>
          {leaf.items.map((i, k) => (
            <div key={k}>
              {i.photo ? (
                <img src={pictureAt(i.photo, 400)} alt="" />
              ) : (
                <span className="none">{i.name.slice(0, 1).toUpperCase()}</span>
              )}
              <p>
                <b>{i.name}</b>
                <small>{underName(i)}</small>
                <b>{price(i)}</b>
              </p>
            </div>
          ))}
        </div>
      )}
      <div className="leaffoot">
        {qr && <Icon name="grid" />}
        <span className="grow">
          {[company.name, company.whatsapp_phone && showPhone(company.whatsapp_phone)].filter(Boolean).join(' · ')}
        </span>
        <span>{n}</span>
      </div>
    </>
  )
}
function CoverLeaf({ photo, company, title, layout }: Pick<Look, 'company' | 'title' | 'layout'> & { photo: string }) {
  const words = (
    <>
      {company.logo && <img src={pictureAt(company.logo, 160)} alt="" />}
      <b>{company.name}</b>
      <small>{title}</small>
      {layout.client && <small>{t('Preparado para {name}', { name: layout.client })}</small>}
    </>
  )
  if (layout.cover !== 'paginas' && layout.cover !== 'foto')
    return <div className={`leafcover ${layout.cover}`}>{words}</div>
  return (
    <>
      <div className="leafhero">{photo && <img src={pictureAt(photo, 400)} alt="" />}</div>
      <div className="leafname">{words}</div>
    </>
  )
}
