import { useMemo, useState } from 'react'
import { Photo } from '#features/images/web/index.ts'
import { productsChanged } from '#features/products/web/admin/index.ts'
import { catalogue } from '#features/products/web/index.ts'
import { fold } from '#features/products/search.ts'
import { writtenDegrees } from '#shared/geo.ts'
import { showPhone } from '#shared/phone.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { PlacePart } from '#web/map/PlacePart.tsx'
import { PickPicture } from '#web/ui/PickPicture.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useDialogForm } from '#web/ui/useDialogForm.ts'
import { createEntity, type Entity, type EntityDetails, updateEntity } from '../contract.ts'
import { ONE_LABELS, TYPES } from '../rules.ts'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { FormActs } from '#web/ui/FormActs.tsx'
import '#web/styles/manage.css'
import '#web/ui/Sheet.css'

interface Props {
  /** null: a new one. */
  entity: EntityDetails | null
  type: string
  onClose: () => void
  onSaved: (entity: Entity) => void
}
const SHOWN = 60
/** A profile's fields, its pictures and its products. */
export default function EntityForm({ entity, type, onClose, onSaved }: Props) {
  const first = {
    name: entity?.name ?? '',
    type: entity?.type ?? TYPES.find((x) => x === type) ?? 'artesaos',
    code: entity?.code ?? '',
    company_name: entity?.company_name ?? '',
    about: entity?.about ?? '',
    phone: entity?.phone ? showPhone(entity.phone) : '',
    social_link: entity?.social_link ?? '',
    social: entity?.social ?? '',
    city: entity?.city ?? '',
    state: entity?.state ?? '',
    lat: writtenDegrees(entity?.lat ?? null),
    lng: writtenDegrees(entity?.lng ?? null),
    order: String(entity?.order ?? 0),
    active: entity?.active ?? true,
    product_ids: entity?.products.map((p) => p.id) ?? [],
  }
  const form = useDialogForm(`entity:${entity?.id ?? 'new'}`, first, {
    marked: [...Object.keys(first).filter((key) => key !== 'active'), 'logo', 'cover'],
  })
  const [files, setFiles] = useState<{ logo?: File; cover?: File }>({})
  const { values: v, set, error } = form
  const save = () =>
    form.submit(async () => {
      const typed = { ...v, active: v.active ? '1' : '0' }
      const sent = Object.fromEntries(Object.entries(files).map(([k, f]) => [k, [f]]))
      const pictures = Object.keys(sent).length ? { files: sent } : {}
      const saved = entity
        ? await call(updateEntity, {
            params: { id: entity.id },
            // Products that are not shown (switched off, or too many) keep this profile.
            typed: {
              ...Object.fromEntries(form.changed().map((k) => [k, typed[k]])),
              was: { product_ids: form.base.product_ids },
            },
            ...pictures,
          })
        : await call(createEntity, { typed, ...pictures })
      productsChanged()
      notify(t('Perfil salvo.'))
      onSaved(saved)
      onClose()
    })
  const line = (
    key: 'name' | 'code' | 'company_name' | 'phone' | 'social_link' | 'social' | 'city' | 'state' | 'order',
    label: string,
    hint = '',
    more: React.InputHTMLAttributes<HTMLInputElement> = {},
  ) => (
    <Field label={label} error={error(key)} optional={key !== 'name'} {...(hint && { hint })}>
      <Typed className="in" value={v[key]} onChange={(e) => set(key, e.target.value)} {...more} />
    </Field>
  )
  const picture = (key: 'logo' | 'cover', label: string, hint: string) => (
    <Field label={label} optional error={error(key)} hint={hint}>
      <PickPicture
        path={entity?.[key] ?? ''}
        file={files[key] ?? null}
        onChoose={(file) => setFiles((f) => ({ ...f, [key]: file }))}
      />
    </Field>
  )
  return (
    <Modal className="sheet" label={entity ? t('Editar perfil') : t('Novo perfil')} onClose={onClose}>
      <SubmitForm className="body" onSubmit={() => void save()}>
        <div className="page col g3">
          <h2>{entity ? t('Editar perfil') : t('Novo perfil')}</h2>
          {line('name', t('Nome'), '', { maxLength: 120 })}
          <Field label={t('Tipo')} error={error('type')}>
            <select className="in" value={v.type} onChange={(e) => set('type', e.target.value as Entity['type'])}>
              {TYPES.map((x) => (
                <option key={x} value={x}>
                  {t(ONE_LABELS[x])}
                </option>
              ))}
            </select>
          </Field>
          {line('company_name', t('Empresa ou ateliê'), '', { maxLength: 160 })}
          <Field label={t('História')} optional error={error('about')}>
            <textarea
              className="in"
              rows={5}
              maxLength={4000}
              value={v.about}
              onChange={(e) => set('about', e.target.value)}
            />
          </Field>
          {line('phone', t('WhatsApp'), '', { type: 'tel' })}
          {line('social_link', t('Rede social ou site'), 'https://', { inputMode: 'url' })}
          {line('social', t('Texto do botão'), t('Vazio: o nome da rede.'), { maxLength: 40 })}
          {line('city', t('Cidade'))}
          {line('state', t('Estado'))}
          <PlacePart
            lat={v.lat}
            lng={v.lng}
            state={v.state}
            label={t('Mapa com o lugar do perfil')}
            error={error}
            onMove={(lat, lng) => form.change((now) => ({ ...now, lat, lng }))}
          />
          {line('code', t('Código'), t('Fica no endereço da página. Vazio: feito do nome.'), { maxLength: 40 })}
          {picture('logo', t('Foto ou logo'), t('Quadrada, pelo menos 200 × 200.'))}
          {picture('cover', t('Capa'), t('Larga, atrás da foto.'))}
          {line('order', t('Ordem na lista'), t('Menor aparece antes.'), { inputMode: 'numeric' })}
          <Switch label={t('Aparece para clientes')} checked={v.active} onChange={(on) => set('active', on)} />
          <Products chosen={v.product_ids} onChange={(ids) => set('product_ids', ids)} />
          {error('product_ids') && <p className="hint err">{error('product_ids')}</p>}
        </div>
        <Problem words={form.problem} />
        <FormActs busy={form.busy} back={t('Voltar')} onClose={onClose} className="foot row" wide />
      </SubmitForm>
    </Modal>
  )
}
function Products({ chosen, onChange }: { chosen: number[]; onChange: (ids: number[]) => void }) {
  const all = catalogue.use().kept
  const [words, setWords] = useState('')
  const found = useMemo(() => {
    const w = fold(words)
    const on = new Set(chosen)
    return all.filter((p) => (w ? fold(`${p.name} ${p.code}`).includes(w) : on.has(p.id))).slice(0, SHOWN)
  }, [all, words, chosen])
  return (
    <fieldset className="col g1">
      <legend className="b sm">{tn(chosen.length, '{n} produto', '{n} produtos')}</legend>
      <SearchBox
        label={t('Buscar produtos para este perfil')}
        placeholder={t('Nome ou código')}
        value={words}
        onChange={setWords}
      />
      {found.map((p) => (
        <label className="row" key={p.id}>
          <input
            type="checkbox"
            className="tick"
            checked={chosen.includes(p.id)}
            onChange={(e) => onChange(e.target.checked ? [...chosen, p.id] : chosen.filter((x) => x !== p.id))}
          />
          <span className="ph t40">
            <Photo path={p.foto1} ready={p.images[0]?.ready ?? false} />
          </span>
          <span className="grow">
            {p.name} <span className="sm t2">{p.code}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
