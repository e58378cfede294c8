import { categories } from '#features/categories/web/index.ts'
import type { Company } from '#features/companies/contract.ts'
import { currencyChoice } from '#features/companies/currencies.ts'
import { TableOptions } from '#features/companies/web/index.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { PickChips } from '#web/ui/PickChips.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Unfolds } from '#web/ui/Unfolds.tsx'
import type { Form } from '#web/useForm.ts'
import type { Values } from './values.ts'

const FIELDS = ['price_table', 'margin', 'currency', 'discount_limit', 'variation_config'] as const

/** What a seller or client sees, and at which price. */
export function Sees({
  form: { values: v, set, error },
  company,
  level,
  open,
}: {
  form: Form<Values>
  company: Pick<Company, 'price_table_active' | 'price_table_config' | 'importer'>
  level: number
  /** There is room for all of it. */
  open: boolean
}) {
  const all = categories.use().rows
  return (
    <Unfolds
      title={t('O que vê e a que preço')}
      about={t('Tabela de preços, margem, moeda, categorias escondidas')}
      open={open || FIELDS.some((key) => error(key))}
    >
      <div className="fields two">
        {company.price_table_active && (
          <Field label={t('Tabela de preços')} error={error('price_table')}>
            <select className="in" value={v.price_table} onChange={(e) => set('price_table', e.target.value)}>
              <TableOptions company={company} />
            </select>
          </Field>
        )}
        <Field label={t('Margem sobre o preço (%)')} optional error={error('margin')}>
          <input className="in" inputMode="decimal" value={v.margin} onChange={(e) => set('margin', e.target.value)} />
        </Field>
        <Field label={t('Moeda')} error={error('currency')}>
          <select className="in" value={v.currency} onChange={(e) => set('currency', e.target.value)}>
            {currencyChoice(v.currency, company).map((c) => (
              <option key={c}>{c}</option>
            ))}
          </select>
        </Field>
        {level === 2 && (
          <Field
            label={t('Limite de desconto (%)')}
            optional
            error={error('discount_limit')}
            hint={t('Vazio: o limite da empresa.')}
          >
            <input
              className="in"
              inputMode="decimal"
              value={v.discount_limit}
              onChange={(e) => set('discount_limit', e.target.value)}
            />
          </Field>
        )}
        <Field label={t('Como vê as variações')} optional error={error('variation_config')}>
          <select className="in" value={v.variation_config} onChange={(e) => set('variation_config', e.target.value)}>
            <option value="">{t('Como a empresa mostra')}</option>
            <option value="grade">{t('Em grade')}</option>
            <option value="lista">{t('Em lista')}</option>
          </select>
        </Field>
      </div>
      <Switch
        label={t('Esconder preços')}
        hint={t('Vê os produtos sem nenhum preço.')}
        checked={v.hide_price}
        onChange={(on) => set('hide_price', on)}
      />
      <Switch
        label={t('Esconder o que está sem estoque')}
        checked={v.hide_no_stock}
        onChange={(on) => set('hide_no_stock', on)}
      />
      {all.length > 0 && (
        <fieldset>
          <legend className="b">{t('Categorias escondidas')}</legend>
          <PickChips options={all} picked={v.hiddenCategories} onPick={(ids) => set('hiddenCategories', ids)} />
        </fieldset>
      )}
    </Unfolds>
  )
}
