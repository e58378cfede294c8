import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { categories } from '#features/categories/web/index.ts'
import type { Company } from '#features/companies/contract.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { notify } from '#web/ui/snack.tsx'
import { useForm } from '#web/useForm.ts'
import { createBrochure, listPages, productsForPdf } from '../contract.ts'
import { groupsOf, itemsOn, leavesOf, MOST_ITEMS, volumesOf } from '../rules.ts'
import { aboutBytes } from '../sizes.ts'
import { type Choice, Choices } from './Choices.tsx'
import { Leaves } from './Leaves.tsx'
import { Made, take } from './Made.tsx'
import { PhotoReport } from './PhotoReport.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './BrochurePage.css'

interface Props {
  company: Company
  /** An admin chooses the table and sees inactive products. */
  admin: boolean
  table: number
  hide_price: boolean
  currency: string
}

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
    index: true,
    closing: true,
    cover: 'paginas',
    cover_photo: '',
    client: '',
    order: [],
    size: 'whatsapp',
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
    () => groupsOf(products.data?.rows ?? [], known, v.categories, v.variation, t('Outros'), v.order),
    [products.data, known, v.categories, v.variation, v.order],
  )
  const volumes = useMemo(() => volumesOf(groups), [groups])
  const { model, per_page, openings, index, closing, cover } = v
  const leaves = useMemo(
    () =>
      leavesOf(volumes[0] ?? [], pages.data?.rows ?? [], {
        model,
        per_page,
        openings,
        index,
        closing,
        cover,
      }),
    [volumes, pages.data, model, per_page, openings, index, closing, cover],
  )
  const total = products.data?.total ?? 0
  // One reading has not all of a large catalogue.
  const files = Math.max(volumes.length, Math.ceil(total / MOST_ITEMS))
  const photos = useMemo(() => [...new Set(leaves.flatMap(itemsOn).map((i) => i.photo))].filter(Boolean), [leaves])
  const [asked] = useState(() => new Set<number>())
  const make = () =>
    form.submit(async () => {
      // A seller's table is its own, whatever was typed here before.
      const { price_table: _, ...look } = v
      const made = await call(createBrochure, { body: { ...look, ...wanted } })
      if (made.status === 'fazendo') asked.add(made.id)
      // The same was made before: it is there at once.
      if (made.status === 'pronto') {
        await take(made)
        notify(t('Este PDF já estava pronto.'))
      }
      renew('brochures')
    })
  return (
    <div className="page">
      <div className="pdfpage">
        <form
          className="pdfmaker"
          onSubmit={(e) => {
            e.preventDefault()
            void make()
          }}
        >
          <h1 className="h1">{t('Gerar PDF')}</h1>
          <Choices
            form={form}
            company={company}
            admin={admin}
            hide_price={hide_price}
            photos={photos}
            groups={groups}
          />
          <div className="pdfgo">
            <p className="row sm" role="status">
              {total > 0 && (
                <>
                  <b className="grow">
                    {tn(total, '{n} produto', '{n} produtos')},{' '}
                    {files > 1
                      ? t('em {n} arquivos de até 5.000', { n: files })
                      : tn(leaves.length, '{n} página', '{n} páginas')}
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
            <Failed
              what={t('Erro ao buscar produtos: ')}
              error={products.error}
              retry={() => void products.refetch()}
            />
          )}
          {products.isSuccess && total === 0 && (
            <p className="note">
              {t('Nenhum produto com estas escolhas. Marque outras categorias ou desligue um filtro.')}
            </p>
          )}
          {products.isSuccess && total > 0 && (
            <Leaves leaves={leaves} company={company} title={v.title} layout={v} currency={currency} qr={v.qr} />
          )}
          {products.isSuccess && total > 0 && (
            <PhotoReport wanted={wanted} model={v.model} per_page={v.per_page} admin={admin} />
          )}
          {admin && (
            <p className="sm t2 spaced">
              <Link href="/pages">{t('Capas e páginas próprias')}</Link>
            </p>
          )}
          <Made asked={asked} />
        </div>
      </div>
    </div>
  )
}
