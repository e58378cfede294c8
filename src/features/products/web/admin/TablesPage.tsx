import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { WindowVirtualizer } from 'virtua'
import type { Company } from '#features/companies/contract.ts'
import { tableName } from '#features/companies/rules.ts'
import { categories } from '#features/categories/web/index.ts'
import { formatCents, mulDiv, parseCents } from '#shared/money.ts'
import { callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { Field } from '#web/ui/Field.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { listProducts, type Product } from '../../contract.ts'
import { fold } from '../../search.ts'
import { PRICE_FIELDS, type PriceField, typeOver, written } from './edits.ts'
import { PriceInput } from './PriceInput.tsx'
import { PriceBar, theirs, usePrices } from './usePrices.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './TablesPage.css'

type Tables = Pick<Company, 'price_table_config'>
/** Each as the company calls it. */
const labelsOf = (company: Tables): Record<PriceField, string> => {
  return {
    price: tableName(company, 1) || t('Preço'),
    price2: tableName(company, 2) || t('Preço 2'),
    price3: tableName(company, 3) || t('Preço 3'),
    price_promo: t('Promoção'),
  }
}
/** Endings that a shop rounds to: the next price that ends so, never below. */
const ENDINGS = [
  { value: '', label: 'Sem arredondar', step: 1, end: 0 },
  { value: '10', label: 'Para ,10 em ,10', step: 10, end: 0 },
  { value: '50', label: 'Para ,50 em ,50', step: 50, end: 0 },
  { value: '90', label: 'Terminar em ,90', step: 100, end: 90 },
]
const rounded = (cents: number, ending: (typeof ENDINGS)[number]) =>
  Math.ceil((cents - ending.end) / ending.step) * ending.step + ending.end

/** The price tables side by side: typed cell by cell, or a whole table from another by percentage; saved together. */
export default function TablesPage({ company }: { company: Tables }) {
  return (
    <Queries>
      <Prices company={company} />
    </Queries>
  )
}
async function everything(): Promise<Product[]> {
  const all: Product[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await callList(listProducts, { query: { limit: 1000, page } })
    all.push(...rows)
    if (all.length >= total || rows.length === 0) return all
  }
}
function Prices({ company }: { company: Tables }) {
  const labels = labelsOf(company)
  const list = useQuery({ queryKey: ['products', 'tables'], queryFn: everything, refetchOnWindowFocus: false })
  const prices = usePrices()
  const names = categories.use().rows
  const [words, setWords] = useState('')
  const [category, setCategory] = useState('')
  const [from, setFrom] = useState<PriceField>('price')
  const [to, setTo] = useState<PriceField>('price2')
  const [percent, setPercent] = useState('')
  const [ending, setEnding] = useState('')
  const [error, setError] = useState('')
  const type = (text: string) => {
    setPercent(text)
    setError('')
  }
  const rows = useMemo(() => {
    const wanted = fold(words)
    const family = category
      ? [Number(category), ...(names.find((c) => c.id === Number(category))?.sub_categories.map((s) => s.id) ?? [])]
      : null
    return (list.data ?? []).filter(
      (p) => (!wanted || p.search_text.includes(wanted)) && (!family || p.categories.some((c) => family.includes(c))),
    )
  }, [list.data, words, category, names])
  const fill = () => {
    const bp = parseCents(percent.trim().replace('−', '-').replace('+', '') || '0')
    if (bp === null || bp <= -10_000 || bp > 100_000)
      return setError(t('Informe uma porcentagem entre −99,99 e 1.000.'))
    setError('')
    const rule = ENDINGS.find((e) => e.value === ending) ?? (ENDINGS[0] as (typeof ENDINGS)[number])
    prices.setEdits((e) => {
      const next = { ...e }
      for (const p of rows) {
        const base = parseCents(e[p.id]?.[from]?.text ?? written(p[from]))
        if (base !== null) typeOver(next, p, to, formatCents(rounded(mulDiv(base, 10_000 + bp, 10_000), rule)))
      }
      return next
    })
  }
  const pick = (label: string, value: PriceField, set: (f: PriceField) => void) => (
    <Field label={label}>
      <select className="in" value={value} onChange={(e) => set(e.target.value as PriceField)}>
        {PRICE_FIELDS.map((f) => (
          <option key={f} value={f}>
            {labels[f]}
          </option>
        ))}
      </select>
    </Field>
  )
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Tabelas de preço')}</h1>
      </div>
      <section className="panel pad col g3 spacedown">
        <h2 className="sm">{t('Preencher por porcentagem')}</h2>
        <div className="fields five">
          {pick(t('A partir de'), from, setFrom)}
          <Field label={t('Porcentagem')} error={error} hint={t('Ex.: 5 aumenta, −10 diminui.')}>
            <input className="in" value={percent} onChange={(e) => type(e.target.value)} />
          </Field>
          <Field label={t('Arredondar')}>
            <select className="in" value={ending} onChange={(e) => setEnding(e.target.value)}>
              {ENDINGS.map((e) => (
                <option key={e.value} value={e.value}>
                  {t(e.label)}
                </option>
              ))}
            </select>
          </Field>
          {pick(t('Preencher'), to, setTo)}
          <button type="button" className="btn sec self-end" disabled={rows.length === 0} onClick={fill}>
            {tn(rows.length, 'Preencher {n} produto', 'Preencher {n} produtos')}
          </button>
        </div>
      </section>
      <div className="tabrow">
        <SearchBox
          narrow
          label={t('Buscar por nome, código ou código de barras')}
          placeholder={t('Nome ou código')}
          value={words}
          onChange={setWords}
        />
        <select
          className="in pick"
          aria-label={t('Categoria')}
          value={category}
          onChange={(e) => setCategory(e.target.value)}
        >
          <option value="">{t('Todas as categorias')}</option>
          {names.map((c) => (
            <option key={c.id} value={c.id}>
              {c.name}
            </option>
          ))}
        </select>
      </div>
      <ListStates list={list} what={t('Não conseguimos carregar os produtos.')} none={rows.length === 0} rows={8}>
        <Empty icon="tag">
          <p>{t('Nenhum produto com estes filtros.')}</p>
        </Empty>
      </ListStates>
      {rows.length > 0 && (
        <div
          className="panel plist ptables"
          role="table"
          aria-label={t('Tabelas de preço')}
          aria-rowcount={rows.length}
        >
          <div className="prow phead" role="row">
            <span role="columnheader">{t('Produto')}</span>
            {PRICE_FIELDS.map((f) => (
              <span role="columnheader" className="num typed" key={f}>
                {labels[f]}
              </span>
            ))}
          </div>
          <WindowVirtualizer bufferSize={400}>
            {rows.map((p) => (
              <div className="prow" role="row" key={p.id}>
                <span role="cell" className="grow">
                  <span className="pname">{p.name}</span>
                  <span className="xs t2">{p.code || t('sem código')}</span>
                </span>
                {PRICE_FIELDS.map((f) => {
                  const edit = prices.edits[p.id]?.[f]
                  return (
                    <span role="cell" className="num" key={f}>
                      <PriceInput
                        label={`${labels[f]}, ${p.name}`}
                        value={edit?.text ?? written(p[f])}
                        isNew={edit !== undefined}
                        warning={theirs(edit)}
                        placeholder="—"
                        onChange={(v) => prices.edit(p, f, v)}
                      />
                    </span>
                  )
                })}
              </div>
            ))}
          </WindowVirtualizer>
        </div>
      )}
      <PriceBar prices={prices} />
    </div>
  )
}
