import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categories } from '#features/categories/web/index.ts'
import type { Seller } from '#features/companies/contract.ts'
import { showDay } from '#shared/day.ts'
import { formatCents } from '#shared/money.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { today } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { ListStates } from '#web/ui/states.tsx'
import { listRates, type RateRow, setRate } from '../contract.ts'
import { monthToday } from './months.ts'
import { ProductPick } from './ProductPick.tsx'

/** Whom a percentage is of; none of the three ids: the company. */
export interface Whose {
  seller_id?: number
  category_id?: number
  product_id?: number
  name: string
}
const KINDS = [
  { key: 'product_id', label: 'Por produto', add: 'Produto' },
  { key: 'category_id', label: 'Por categoria', add: 'Categoria' },
  { key: 'seller_id', label: 'Por vendedor', add: 'Vendedor' },
] as const
type Kind = (typeof KINDS)[number]['key']
const keyOf = (r: RateRow) => `${r.seller_id}/${r.category_id}/${r.product_id}`
const whoseOf = (r: RateRow): Whose => ({
  name: r.name,
  ...(r.seller_id && { seller_id: r.seller_id }),
  ...(r.category_id && { category_id: r.category_id }),
  ...(r.product_id && { product_id: r.product_id }),
})

/** The percentages, the strongest kind first, and the company's own that all others fall back to. */
export function Rates({ sellers }: { sellers: Seller[] }) {
  const list = useQuery({ queryKey: ['rates'], queryFn: () => call(listRates) })
  const [asking, setAsking] = useState<Whose | null>(null)
  const [adding, setAdding] = useState<Kind | null>(null)
  const groups = categories.use().rows
  // The last of each: rates come in the order of their days.
  const latest = new Map((list.data ?? []).map((r) => [keyOf(r), r]))
  const rows = [...latest.values()].filter((r) => r.percent !== null)
  const company = rows.find((r) => whoseOf(r).name === '' && keyOf(r) === 'null/null/null')
  const options: Record<Exclude<Kind, 'product_id'>, { id: number; name: string }[]> = {
    seller_id: sellers,
    category_id: groups.flatMap((g) => [
      { id: g.id, name: g.name },
      ...g.sub_categories.map((s) => ({ id: s.id, name: `${g.name} › ${s.name}` })),
    ]),
  }
  const drop = async (r: RateRow) => {
    const whose = { ...whoseOf(r), name: undefined }
    const put = (percent: number | null, since: string) =>
      call(setRate, { body: { ...BLANK, ...whose, percent, since } })
    await attempt(async () => {
      await put(null, today())
      notify(t('A comissão de {name} foi tirada.', { name: r.name }), {
        label: t('Desfazer'),
        run: () => void put(r.percent, r.since).then(() => renew()),
      })
      renew()
    })
  }
  const current = asking && rows.find((r) => sameWhose(whoseOf(r), asking))
  return (
    <section className="col g3">
      <div className="col g1">
        <h2>{t('Percentuais')}</h2>
        <p className="sm t2">
          {t('Vale o do produto; sem ele o da categoria, o do vendedor e por fim o da empresa. O desconto sai antes.')}
        </p>
      </div>
      <div className="panel">
        <ListStates list={list} what={t('Não conseguimos carregar os percentuais.')} none={false} rows={2}>
          {null}
        </ListStates>
        {list.data && (
          <div className="li">
            <span className="grow">
              <b className="block">{t('Toda a empresa')}</b>
              <span className="xs t2">
                {company ? t('desde {day}', { day: showDay(company.since) }) : t('nenhuma comissão ainda')}
              </span>
            </span>
            <b>{company ? `${short(company.percent)}%` : '—'}</b>
            <button type="button" className="btn sec small" onClick={() => setAsking({ name: t('Toda a empresa') })}>
              {company ? t('Mudar') : t('Definir')}
              <span className="sr"> {t('Toda a empresa')}</span>
            </button>
          </div>
        )}
        {KINDS.flatMap(({ key, label }) =>
          rows
            .filter((r) => r[key] !== null)
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map((r) => (
              <div className="li" key={keyOf(r)}>
                <span className="grow">
                  <b className="block">{r.name}</b>
                  <span className="xs t2">
                    {t(label)} · {t('desde {day}', { day: showDay(r.since) })}
                  </span>
                </span>
                <b>{short(r.percent)}%</b>
                <button type="button" className="btn sec small" onClick={() => setAsking(whoseOf(r))}>
                  {t('Mudar')}
                  <span className="sr"> {r.name}</span>
                </button>
                <button
                  type="button"
                  className="ib"
                  aria-label={t('Tirar a comissão de {name}', { name: r.name })}
                  onClick={() => void drop(r)}
                >
                  <Icon name="bin" />
                </button>
              </div>
            )),
        )}
      </div>
      <div className="row wrap">
        {KINDS.toReversed().map(({ key, add }) => (
          <button type="button" key={key} className="btn sec small" onClick={() => setAdding(key)}>
            <Icon name="plus" size="xs" />
            {t(add)}
          </button>
        ))}
      </div>
      {adding === 'product_id' && (
        <ProductPick
          onPick={(p) => {
            setAdding(null)
            setAsking({ product_id: p.id, name: p.name })
          }}
          onClose={() => setAdding(null)}
        />
      )}
      {adding && adding !== 'product_id' && (
        <RateDialog
          title={adding === 'seller_id' ? t('Comissão de um vendedor') : t('Comissão de uma categoria')}
          options={options[adding].filter((o) => !rows.some((r) => r[adding] === o.id))}
          since={today()}
          first=""
          save={(typed) => put({ ...typed, [adding]: Number(typed.whose), whose: undefined })}
          onClose={() => setAdding(null)}
        />
      )}
      {asking && (
        <RateDialog
          title={t('Comissão: {name}', { name: asking.name })}
          // The first of all counts for the month that runs.
          since={list.data?.length === 0 ? `${monthToday()}-01` : today()}
          first={current ? short(current.percent) : ''}
          save={(typed) => put({ ...typed, ...asking, name: undefined })}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}
const BLANK = { seller_id: undefined, category_id: undefined, product_id: undefined }
const sameWhose = (a: Whose, b: Whose) =>
  a.seller_id === b.seller_id && a.category_id === b.category_id && a.product_id === b.product_id
/** 550 → "5,5" */
const short = (bp: number | null) => formatCents(bp ?? 0).replace(/,?0+$/, '') || '0'
async function put(typed: Record<string, unknown>): Promise<void> {
  await call(setRate, { typed })
  renew()
  notify(t('Comissão guardada.'))
}
interface DialogProps {
  title: string
  options?: { id: number; name: string }[]
  since: string
  first: string
  save: (typed: Record<string, string | boolean>) => Promise<void>
  onClose: () => void
}
function RateDialog({ title, options, since, first, save, onClose }: DialogProps) {
  const whose = options && {
    key: 'whose',
    label: t('De quem'),
    first: String(options[0]?.id ?? ''),
    options: options.map((o) => ({ value: String(o.id), label: o.name })),
    wide: true,
  }
  return (
    <FormDialog
      name={`rate:${title}`}
      title={title}
      text={t('Os pedidos de antes desse dia ficam como estavam.')}
      fields={[
        ...(whose ? [whose] : []),
        { key: 'percent', label: t('Porcentagem'), first, kind: 'decimal' as const },
        { key: 'since', label: t('A partir de'), first: since, kind: 'date' as const },
      ]}
      save={save}
      onClose={onClose}
    />
  )
}
