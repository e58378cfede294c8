import type { InputHTMLAttributes, ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import type { Form } from '#web/useForm.ts'
import { LABELS } from '../../contract.ts'
import { eanIssue } from '../../rules.ts'
import { type MakerSlot, Sorting } from './Sorting.tsx'
import type { Switches, Values } from './values.ts'
import { VariationEditor } from './VariationEditor.tsx'

export const decimal = { input: { inputMode: 'decimal' } } as const
/** One line of the form, by its key. */
export type FieldOf = (
  key: keyof Values,
  more?: { label?: string; optional?: boolean; hint?: string; input?: InputHTMLAttributes<HTMLInputElement> },
) => ReactNode
interface Props {
  form: Pick<Form<Values>, 'values' | 'set' | 'error'>
  uses: Switches
  maker: MakerSlot
  field: FieldOf
}
/** What a product may have besides: nobody needs it to sell the first piece. */
export function ProductDetails({ form, uses, maker, field }: Props) {
  const { values: v, set, error } = form
  return (
    <>
      <div className="fields two">
        {field('code', { optional: true, input: { maxLength: 40 } })}
        {field('ean', {
          optional: true,
          hint: eanIssue(v.ean) ? t('Confira: o dígito não fecha.') : '',
          input: { inputMode: 'numeric', maxLength: 20 },
        })}
        {field('code_2', { optional: true, input: { maxLength: 40 } })}
        {field('reference', { optional: true, input: { maxLength: 40 } })}
      </div>
      <Field label={t(LABELS.description)} optional error={error('description')}>
        <textarea
          className="in"
          rows={4}
          maxLength={5000}
          value={v.description}
          onChange={(e) => set('description', e.target.value)}
        />
      </Field>
      <Field
        label={t(LABELS.additional_text)}
        optional
        error={error('additional_text')}
        hint={t('Aparece na ficha, depois da descrição.')}
      >
        <textarea
          className="in"
          rows={2}
          maxLength={5000}
          value={v.additional_text}
          onChange={(e) => set('additional_text', e.target.value)}
        />
      </Field>
      <Switch
        label={t(LABELS.active)}
        hint={t('Desligado, ninguém vê nem pede.')}
        checked={v.active}
        onChange={(on) => set('active', on)}
      />
      {uses.promo_price_active && (
        <div className="fields three">
          {field('price_promo', { optional: true, ...decimal })}
          {v.price_promo && field('promo_from', { label: t('De'), optional: true, input: { type: 'date' } })}
          {v.price_promo && field('promo_until', { label: t('Até'), optional: true, input: { type: 'date' } })}
        </div>
      )}
      <Sorting form={form} tags={uses.tag_active} maker={maker} />
      {(uses.variations_active || v.attributes.length > 0) && (
        <section className="sect">
          <h2>{t('Variações')}</h2>
          <VariationEditor
            value={v.attributes}
            photos={v.images}
            onChange={(list) => set('attributes', list)}
            error={error}
          />
        </section>
      )}
      <section className="sect">
        <h2>{t('Quantidades')}</h2>
        <div className="fields three">
          {field('min_quantity', { input: { inputMode: 'numeric' } })}
          {field('multiple', { input: { inputMode: 'numeric' } })}
        </div>
        {v.attributes.length > 0 && (
          <Switch label={t(LABELS.mixed)} checked={v.mixed} onChange={(on) => set('mixed', on)} />
        )}
      </section>
    </>
  )
}
