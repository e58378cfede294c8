import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { categories } from '#features/categories/web/index.ts'
import type { Company } from '#features/companies/contract.ts'
import { TableOptions } from '#features/companies/web/index.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PickChips } from '#web/ui/PickChips.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { type Form, useForm } from '#web/useForm.ts'
import { createBrochure, listPages, productsForPdf } from '../contract.ts'
import { aboutBytes, groupsOf, leavesOf, MODELS, type Model, PER_PAGE } from '../rules.ts'
import { Leaves } from './Leaves.tsx'
import { Made } from './Made.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './BrochurePage.css'

interface Choice {
  title: string
  model: Model
  per_page: number
  categories: number[]
  price_table: number
  only_active: boolean
  only_promo: boolean
  prices: boolean
  variation: boolean
  qr: boolean
  openings: boolean
}
interface Props {
  company: Company
  /** An admin chooses the table and sees inactive products. */
  admin: boolean
  table: number
  hide_price: boolean
  currency: string
}
const MODEL_NAMES: Record<Model, string> = { vitrine: 'Vitrine', lista: 'Lista', tabela: 'Tabela' }

/** A catalogue in PDF: what goes in, how it looks, and those made before. */
export default function BrochurePage(props: Props) {
  return (
    <Queries>
      <Maker {...props} />
    </Queries>
  )
}
function Maker({ company, admin, table, hide_price, currency }: Props) {
  const form = useForm<Choice>(`catalog:${company.id}`, {
    title: t('Catálogo'),
    model: 'vitrine',
    per_page: 4,
    categories: [],
    price_table: table,
    only_active: true,
    only_promo: false,
    prices: !hide_price,
    variation: false,
    qr: true,
    openings: true,
  })
  const v = form.values
  const wanted = {
    categories: v.categories,
    only_active: v.only_active,
    only_promo: v.only_promo,
    variation: v.variation,
    ...(admin && { price_table: v.price_table }),
  }
  const { rows: known } = categories.use()
  const products = useQuery({
    queryKey: ['pdf-products', wanted],
    queryFn: () => callList(productsForPdf, { query: { limit: 5000 }, body: wanted }),
    placeholderData: (before) => before,
  })
  const pages = useQuery({ queryKey: ['pages'], queryFn: () => callList(listPages) })
  const groups = useMemo(
    () => groupsOf(products.data?.rows ?? [], known, v.categories, v.variation, t('Outros')),
    [products.data, known, v.categories, v.variation],
  )
  const { model, per_page, openings } = v
  const leaves = useMemo(
    () => leavesOf(groups, pages.data?.rows ?? [], { model, per_page, openings }),
    [groups, pages.data, model, per_page, openings],
  )
  const total = products.data?.total ?? 0
  const bare = products.data?.rows.filter((p) => !p.foto1).length ?? 0
  const make = () =>
    form.submit(async () => {
      await call(createBrochure, {
        body: {
          ...wanted,
          title: v.title,
          model: v.model,
          per_page: v.per_page,
          prices: v.prices,
          qr: v.qr,
          openings: v.openings,
        },
      })
      renew('brochures')
    })
  return (
    <div className="page pdfpage">
      <form
        className="pdfmaker"
        onSubmit={(e) => {
          e.preventDefault()
          void make()
        }}
      >
        <h1 className="h1">{t('Gerar PDF')}</h1>
        <Choices form={form} company={company} admin={admin} hide_price={hide_price} />
        <div className="pdfgo">
          <p className="row sm" role="status">
            {total > 0 && (
              <>
                <b className="grow">
                  {tn(total, '{n} produto', '{n} produtos')}, {tn(leaves.length, '{n} página', '{n} páginas')}
                </b>
                <span className="t2">
                  {t('cerca de {n} MB', {
                    n: Math.max(0.1, aboutBytes(leaves, v) / 1_000_000).toLocaleString('pt-BR', {
                      maximumFractionDigits: 1,
                    }),
                  })}
                </span>
              </>
            )}
          </p>
          <button type="submit" className="btn pri full" disabled={form.busy || products.isPending || total === 0}>
            <Icon name="download" />
            {form.busy ? t('Começando…') : t('Gerar e baixar')}
          </button>
        </div>
      </form>
      <div className="pdfview">
        {products.isPending && <Loading rows={3} />}
        {products.isError && (
          <Failed what={t('Erro ao buscar produtos: ')} error={products.error} retry={() => void products.refetch()} />
        )}
        {products.isSuccess && total === 0 && (
          <p className="note">
            {t('Nenhum produto com estas escolhas. Marque outras categorias ou desligue um filtro.')}
          </p>
        )}
        {products.isSuccess && total > 0 && (
          <Leaves leaves={leaves} company={company} title={v.title} layout={v} currency={currency} qr={v.qr} />
        )}
        {bare > 0 && (
          <p className="note row">
            <Icon name="info" />
            <span className="grow">
              {tn(
                bare,
                '{n} produto está sem foto e sai com uma letra no lugar.',
                '{n} produtos estão sem foto e saem com uma letra no lugar.',
              )}
            </span>
            {admin && (
              <Link className="btn txt small" href="/dashboard/products?only=no_photo">
                {t('Ver')}
              </Link>
            )}
          </p>
        )}
        {admin && (
          <p className="sm t2 spaced">
            <Link href="/pages">{t('Capas e páginas próprias')}</Link>
          </p>
        )}
        <Made />
      </div>
    </div>
  )
}
function Choices({
  form,
  company,
  admin,
  hide_price,
}: {
  form: Form<Choice>
  company: Company
  admin: boolean
  hide_price: boolean
}) {
  const v = form.values
  const { rows: known } = categories.use()
  return (
    <>
      <Field label={t('Título')} error={form.error('title')}>
        <input className="in" value={v.title} maxLength={80} onChange={(e) => form.set('title', e.target.value)} />
      </Field>
      <fieldset>
        <legend className="lb">{t('Modelo')}</legend>
        <div className="segs">
          {MODELS.map((m) => (
            <label key={m} className="segopt">
              <input
                type="radio"
                name="model"
                className="sr"
                checked={v.model === m}
                onChange={() => form.set('model', m)}
              />
              <span>{t(MODEL_NAMES[m])}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="lb">{t('Categorias')}</legend>
        <PickChips
          options={known.filter((c) => c.master_id === null)}
          picked={v.categories}
          onPick={(ids) => form.set('categories', ids)}
        />
        <p className={`hint${form.error('categories') ? ' err' : ''}`}>
          {form.error('categories') ?? (v.categories.length === 0 ? t('Nenhuma marcada: saem todas.') : '')}
        </p>
      </fieldset>
      <div className="fields two">
        {admin && company.price_table_active && !hide_price && (
          <Field label={t('Tabela de preço')} error={form.error('price_table')}>
            <select
              className="in"
              value={v.price_table}
              onChange={(e) => form.set('price_table', Number(e.target.value))}
            >
              <TableOptions company={company} />
            </select>
          </Field>
        )}
        {v.model === 'vitrine' && (
          <Field label={t('Por página')}>
            <select className="in" value={v.per_page} onChange={(e) => form.set('per_page', Number(e.target.value))}>
              {PER_PAGE.map((n) => (
                <option key={n}>{n}</option>
              ))}
            </select>
          </Field>
        )}
      </div>
      <div>
        {admin && (
          <Switch label={t('Só ativos')} checked={v.only_active} onChange={(on) => form.set('only_active', on)} />
        )}
        {!hide_price && (
          <Switch label={t('Só promoções')} checked={v.only_promo} onChange={(on) => form.set('only_promo', on)} />
        )}
        {!hide_price && (
          <Switch label={t('Mostrar preços')} checked={v.prices} onChange={(on) => form.set('prices', on)} />
        )}
        {company.variations_active && (
          <Switch
            label={t('Uma linha por variação')}
            checked={v.variation}
            onChange={(on) => form.set('variation', on)}
          />
        )}
        {v.model !== 'tabela' && (
          <Switch
            label={t('Abertura de cada categoria')}
            checked={v.openings}
            onChange={(on) => form.set('openings', on)}
          />
        )}
        <Switch label={t('QR para pedir em cada página')} checked={v.qr} onChange={(on) => form.set('qr', on)} />
      </div>
    </>
  )
}
