import { useState } from 'react'
import { type Company, readCompany, updateCompany } from '#features/companies/contract.ts'
import { palette } from '#shared/colour.ts'
import { showPhone } from '#shared/phone.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { paint } from '#web/paint.ts'
import { Drop } from '#web/ui/Drop.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useForm } from '#web/useForm.ts'
import { useQuery } from '@tanstack/react-query'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'

const COLOURS = [
  { value: '#3f51b5', label: 'Azul' },
  { value: '#b4532a', label: 'Terracota' },
  { value: '#1f5f4a', label: 'Verde' },
  { value: '#f2c230', label: 'Amarelo' },
  { value: '#7a3b69', label: 'Ameixa' },
  { value: '#a3231c', label: 'Vermelho' },
  { value: '#2b2522', label: 'Preto' },
]
function Acts({ busy, other, onOther }: { busy: boolean; other: string; onOther: () => void }) {
  return (
    <div className="acts">
      <button type="button" className="btn sec" onClick={onOther}>
        {other}
      </button>
      <button type="submit" className="btn pri" disabled={busy}>
        {busy ? t('Salvando…') : t('Continuar')}
      </button>
    </div>
  )
}
/** A logo and a colour; the page itself shows the choice. */
export function LookStep({
  company,
  onSaved,
  onSkip,
}: {
  company: Company
  onSaved: () => Promise<void>
  onSkip: () => void
}) {
  const [logo, setLogo] = useState<File | null>(null)
  const form = useForm('signup-look', { primary_color: company.primary_color })
  const pick = (primary_color: string) => {
    form.set('primary_color', primary_color)
    paint(document.documentElement, palette(primary_color))
  }
  const save = () =>
    form.submit(async () => {
      await call(updateCompany, {
        params: { company: company.id },
        typed: form.values,
        ...(logo && { files: { file: [logo] } }),
      })
      await onSaved()
    })
  return (
    <SubmitForm className="form" onSubmit={() => void save()}>
      <h2>{t('Logo e cor')}</h2>
      <Drop accept="image/jpeg,image/png,image/webp" onFiles={(files) => setLogo(files[0] ?? null)}>
        <span>{logo ? logo.name : t('Toque para escolher o logo, ou arraste para cá')}</span>
        <span className="xs">{t('PNG, JPEG ou WebP. Dá para pular e pôr depois.')}</span>
      </Drop>
      {form.error('file') && <p className="hint err">{form.error('file')}</p>}
      <fieldset>
        <legend className="b">{t('Cor principal')}</legend>
        <div className="row wrap spaced">
          {COLOURS.map((c) => (
            <button
              key={c.value}
              type="button"
              className="swatch"
              aria-label={t(c.label)}
              aria-pressed={form.values.primary_color === c.value}
              onClick={() => pick(c.value)}
              ref={(el) => {
                el?.style.setProperty('background', c.value)
              }}
            />
          ))}
        </div>
      </fieldset>
      <Acts busy={form.busy} other={t('Pular')} onOther={onSkip} />
    </SubmitForm>
  )
}
/** Where orders and questions arrive. */
export function ContactStep(props: { company: Company; onSaved: () => Promise<void>; onBack: () => void }) {
  const read = useQuery({
    queryKey: ['company', props.company.id],
    queryFn: () => call(readCompany, { params: { company: props.company.id } }),
    refetchOnWindowFocus: false,
  })
  return read.data ? <Contact {...props} company={read.data} /> : null
}
function Contact({
  company: c,
  onSaved,
  onBack,
}: {
  company: Company
  onSaved: () => Promise<void>
  onBack: () => void
}) {
  const form = useForm('signup-contact', {
    whatsapp_phone: c.whatsapp_phone && showPhone(c.whatsapp_phone),
    orders_email: c.orders_email ?? '',
    city: c.city,
    whatsapp: c.whatsapp,
    public_hide_price: c.public_hide_price ?? false,
  })
  const { values: v, set, error } = form
  const save = () =>
    form.submit(async () => {
      await call(updateCompany, { params: { company: c.id }, typed: v })
      await onSaved()
    })
  return (
    <SubmitForm className="form" onSubmit={() => void save()}>
      <h2>{t('Onde os pedidos chegam')}</h2>
      <Field
        label={t('WhatsApp da empresa')}
        optional
        error={error('whatsapp_phone')}
        hint={t('Quem visita o catálogo fala com você por aqui.')}
      >
        <Typed
          className="in"
          type="tel"
          autoComplete="tel-national"
          value={v.whatsapp_phone}
          onChange={(e) => set('whatsapp_phone', e.target.value)}
        />
      </Field>
      <Field label={t('E-mail que recebe os pedidos')} error={error('orders_email')}>
        <input
          className="in"
          type="email"
          value={v.orders_email}
          onChange={(e) => set('orders_email', e.target.value)}
        />
      </Field>
      <Field label={t('Cidade')} optional error={error('city')}>
        <input className="in" maxLength={80} value={v.city} onChange={(e) => set('city', e.target.value)} />
      </Field>
      <Switch
        label={t('Abrir o WhatsApp depois do pedido')}
        hint={t('O pedido fica guardado e a conversa começa com ele.')}
        checked={v.whatsapp}
        onChange={(on) => set('whatsapp', on)}
      />
      <Switch
        label={t('Preços só para quem eu liberar')}
        checked={v.public_hide_price}
        onChange={(on) => set('public_hide_price', on)}
      />
      <Acts busy={form.busy} other={t('Voltar')} onOther={onBack} />
    </SubmitForm>
  )
}
