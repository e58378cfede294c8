import { categories } from '#features/categories/web/index.ts'
import type { Company } from '#features/companies/contract.ts'
import { TableOptions } from '#features/companies/web/index.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { PickChips } from '#web/ui/PickChips.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import type { Form } from '#web/useForm.ts'
import { type Cover, type Group, MODELS, type Model, PER_PAGE, SIZES, type Size } from '../rules.ts'
import { CoverChoice } from './CoverChoice.tsx'
import { OrderChoice } from './OrderChoice.tsx'

export interface Choice {
  title: string
  /** For whom it is made. */
  client: string
  model: Model
  per_page: number
  categories: number[]
  /** Categories in the order wanted; the others follow. */
  order: number[]
  price_table: number
  only_active: boolean
  only_promo: boolean
  prices: boolean
  variation: boolean
  qr: boolean
  openings: boolean
  index: boolean
  closing: boolean
  cover: Cover
  cover_photo: string
  size: Size
}
const MODEL_NAMES: Record<Model, string> = { vitrine: 'Vitrine', lista: 'Lista', tabela: 'Tabela' }
const SIZE_NAMES: Record<Size, string> = { whatsapp: 'WhatsApp', impressao: 'Impressão' }

/** What goes in and how it looks. */
export function Choices({
  form,
  company,
  admin,
  hide_price,
  photos,
  groups,
}: {
  form: Form<Choice>
  company: Company
  admin: boolean
  hide_price: boolean
  /** Photos that a cover may show. */
  photos: string[]
  /** Categories as they stand in it. */
  groups: Group[]
}) {
  const v = form.values
  const { rows: known } = categories.use()
  return (
    <>
      <Field label={t('Título')} error={form.error('title')}>
        <input className="in" value={v.title} maxLength={80} onChange={(e) => form.set('title', e.target.value)} />
      </Field>
      <Field label={t('Preparado para')} optional error={form.error('client')}>
        <input
          className="in"
          value={v.client}
          maxLength={120}
          placeholder={t('Nome do cliente, na capa')}
          onChange={(e) => form.set('client', e.target.value)}
        />
      </Field>
      <Segments
        name="model"
        label={t('Modelo')}
        options={MODELS}
        names={MODEL_NAMES}
        chosen={v.model}
        onChoose={(model) => form.set('model', model)}
      />
      <CoverChoice
        cover={v.cover}
        photo={v.cover_photo}
        photos={photos}
        error={form.error('cover_photo')}
        onChange={(cover, photo) => form.change((now) => ({ ...now, cover, cover_photo: photo }))}
      />
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
        <OrderChoice groups={groups} onOrder={(order) => form.set('order', order)} />
      </fieldset>
      <div>
        <Segments
          name="size"
          label={t('Tamanho')}
          options={SIZES}
          names={SIZE_NAMES}
          chosen={v.size}
          onChoose={(size) => form.set('size', size)}
        />
        <p className="hint">
          {v.size === 'whatsapp'
            ? t('Cada arquivo fica com até 15 MB.')
            : t('Fotos nítidas no papel; o arquivo fica maior.')}
        </p>
      </div>
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
        <Switch label={t('Índice')} checked={v.index} onChange={(on) => form.set('index', on)} />
        <Switch label={t('Página final')} checked={v.closing} onChange={(on) => form.set('closing', on)} />
        <Switch label={t('QR para pedir em cada página')} checked={v.qr} onChange={(on) => form.set('qr', on)} />
      </div>
    </>
  )
}
/** One of a few, side by side. */
function Segments<T extends string>({
  name,
  label,
  options,
  names,
  chosen,
  onChoose,
}: {
  name: string
  label: string
  options: readonly T[]
  names: Record<T, string>
  chosen: T
  onChoose: (option: T) => void
}) {
  return (
    <fieldset>
      <legend className="lb">{label}</legend>
      <div className="segs">
        {options.map((o) => (
          <label key={o} className="segopt">
            <input type="radio" name={name} className="sr" checked={chosen === o} onChange={() => onChoose(o)} />
            <span>{t(names[o])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
