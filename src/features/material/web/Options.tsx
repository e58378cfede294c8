import { categories } from '#features/categories/web/index.ts'
import type { Company, Seller } from '#features/companies/contract.ts'
import { TableOptions } from '#features/companies/web/index.ts'
import { t } from '#web/i18n.ts'
import { Choices } from '#web/ui/Chips.tsx'
import { Field } from '#web/ui/Field.tsx'
import { PickChips } from '#web/ui/PickChips.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import type { Kind } from '../rules.ts'
import { perSheet, SHEETS, sheetOf } from '../sheets.ts'
import { ProductPick } from './ProductPick.tsx'
import type { ChoiceForm } from './wanted.ts'

interface Props {
  kind: Kind
  form: ChoiceForm
  company: Company
  sellers: Seller[]
  admin: boolean
  hide_price: boolean
  ids: number[]
  onIds: (ids: number[]) => void
  /** Sentences by field. */
  errors: Record<string, string[]>
}
export function Options({ kind, form, company, sellers, admin, hide_price, ids, onIds, errors }: Props) {
  const { values: v, set } = form
  const single = kind === 'card' && v.subject === 'produto'
  return (
    <>
      {kind === 'poster' && (
        <Picks label={t('Tamanho')}>
          <Choices
            choices={[
              { value: 'a4', label: 'Cartaz A4' },
              { value: 'mesa', label: 'Display de mesa (A6)' },
              { value: 'balcao', label: 'Placa de balcão (A5)' },
            ]}
            value={v.poster}
            onChoose={(x) => set('poster', x)}
          />
        </Picks>
      )}
      {kind === 'card' && (
        <>
          <Picks label={t('O que mostra')}>
            <Choices
              choices={[
                { value: 'produto', label: 'Um produto' },
                { value: 'promocoes', label: 'Promoções' },
                { value: 'categoria', label: 'Uma coleção' },
              ]}
              value={v.subject}
              onChoose={(x) => set('subject', x)}
            />
          </Picks>
          <Picks label={t('Formato')}>
            <Choices
              choices={[
                { value: 'quadrado', label: 'Quadrado 1080×1080' },
                { value: 'story', label: 'Status 1080×1920' },
              ]}
              value={v.shape}
              onChoose={(x) => set('shape', x)}
            />
          </Picks>
        </>
      )}
      {kind === 'labels' && <LabelOptions form={form} errors={errors} />}
      {(single || kind === 'labels' || kind === 'prices') && <ProductPick ids={ids} single={single} onIds={onIds} />}
      <CategoryOptions kind={kind} form={form} hidden={single || (kind !== 'card' && ids.length > 0)} />
      {kind !== 'labels' && (
        <>
          <Field label={t('Título')} optional hint={t('Vazio: o de costume.')} error={errors.title?.[0]}>
            <input className="in" value={v.title} maxLength={80} onChange={(e) => set('title', e.target.value)} />
          </Field>
          <Field label={t('Recado')} optional error={errors.message?.[0]}>
            <input className="in" value={v.message} maxLength={200} onChange={(e) => set('message', e.target.value)} />
          </Field>
        </>
      )}
      <div className="fields two">
        {admin && kind !== 'poster' && company.price_table_active && !hide_price && (
          <Field label={t('Tabela de preço')} error={errors.price_table?.[0]}>
            <select className="in" value={v.price_table} onChange={(e) => set('price_table', Number(e.target.value))}>
              <TableOptions company={company} />
            </select>
          </Field>
        )}
        {admin && kind !== 'labels' && (
          <Field label={t('Link de quem')}>
            <select className="in" value={v.seller} onChange={(e) => set('seller', e.target.value)}>
              <option value="">{t('Da empresa')}</option>
              {sellers.map((s) => (
                <option key={s.id} value={s.id}>
                  {s.name}
                </option>
              ))}
            </select>
          </Field>
        )}
      </div>
      {kind !== 'poster' && !hide_price && (
        <Switch label={t('Mostrar preços')} checked={v.prices} onChange={(on) => set('prices', on)} />
      )}
    </>
  )
}
function Picks({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <fieldset className="matpicks">
      <legend className="lb">{label}</legend>
      <div className="chips wrap">{children}</div>
    </fieldset>
  )
}
function CategoryOptions({ kind, form, hidden }: { kind: Kind; form: ChoiceForm; hidden: boolean }) {
  const { values: v, set } = form
  const { rows } = categories.use()
  const masters = rows.filter((c) => c.master_id === null)
  const collection = kind === 'card' && v.subject === 'categoria'
  if (hidden || masters.length === 0 || !(collection || kind === 'labels' || kind === 'prices')) return null
  return (
    <fieldset className="matpicks">
      <legend className="lb">{t('Categorias')}</legend>
      <PickChips
        options={masters}
        picked={v.categories}
        onPick={(next) => set('categories', collection ? next.slice(-1) : next)}
      />
      {v.categories.length === 0 && <p className="hint">{t('Nenhuma marcada: saem todas.')}</p>}
    </fieldset>
  )
}
const millimetres = (n: number) => n.toLocaleString('pt-BR', { maximumFractionDigits: 1 })
function LabelOptions({ form, errors }: { form: ChoiceForm; errors: Record<string, string[]> }) {
  const { values: v, set } = form
  return (
    <>
      <Field label={t('Folha')} hint={t('Imprima em 100%, sem ajustar à página.')}>
        <select className="in" value={v.model} onChange={(e) => set('model', e.target.value)}>
          {SHEETS.map((s) => (
            <option key={s.model} value={s.model}>
              {`${[s.model, ...s.also].join(', ')} · ${millimetres(s.h)} × ${millimetres(s.w)} mm · ${perSheet(s)}`}
            </option>
          ))}
        </select>
      </Field>
      <div className="fields two">
        <Field
          label={t('Começar na etiqueta')}
          hint={t('De 1 a {n}: as anteriores já foram usadas.', { n: perSheet(sheetOf(v.model)) })}
          error={errors.start?.[0]}
        >
          <input className="in" inputMode="numeric" value={v.start} onChange={(e) => set('start', e.target.value)} />
        </Field>
        <Field label={t('Cópias de cada')} error={errors.copies?.[0]}>
          <input className="in" inputMode="numeric" value={v.copies} onChange={(e) => set('copies', e.target.value)} />
        </Field>
      </div>
      <Picks label={t('Código de barras')}>
        <Choices
          choices={[
            { value: 'ean', label: 'EAN do produto' },
            { value: 'codigo', label: 'Código interno' },
            { value: 'nenhum', label: 'Nenhum' },
          ]}
          value={v.symbol}
          onChoose={(x) => set('symbol', x)}
        />
      </Picks>
      {v.symbol === 'ean' && (
        <Picks label={t('Se o EAN tiver dígito errado')}>
          <Choices
            choices={[
              { value: 'code128', label: 'Usar o código interno' },
              { value: 'nada', label: 'Deixar sem' },
            ]}
            value={v.wrong}
            onChoose={(x) => set('wrong', x)}
          />
        </Picks>
      )}
    </>
  )
}
