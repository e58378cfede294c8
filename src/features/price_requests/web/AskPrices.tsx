import { useState } from 'react'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { useForm } from '#web/useForm.ts'
import { askForPrices } from '../contract.ts'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import '#web/styles/kit.css'
import './AskPrices.css'

/** When this device asked; after a week it may ask again. */
const ASKED = 'mo_asked_prices'
const AGAIN_AFTER = 7 * 24 * 3_600_000

/** Above a catalogue without prices: who looks may ask for them. A named client needs one
 * tap, a visitor says who it is. */
export default function AskPrices({ isPublic }: { isPublic: boolean }) {
  const [asked, setAsked] = useState(() => Date.now() - Number(localStorage.getItem(ASKED) ?? 0) < AGAIN_AFTER)
  const [asking, setAsking] = useState(false)
  const form = useForm('ask-prices', { name: '', company_name: '', phone: '', document: '' })
  const send = () =>
    form.submit(async () => {
      await call(askForPrices, { typed: form.values })
      localStorage.setItem(ASKED, String(Date.now()))
      setAsked(true)
      setAsking(false)
      notify(t('Pedido enviado. A empresa responde pelo seu telefone.'))
    })
  const line = (
    key: keyof typeof form.values,
    label: string,
    more: React.InputHTMLAttributes<HTMLInputElement> = {},
    optional = false,
  ) => (
    <Field label={label} error={form.error(key)} optional={optional}>
      <Typed className="in" value={form.values[key]} onChange={(e) => form.set(key, e.target.value)} {...more} />
    </Field>
  )
  return (
    <div className="note asks spacedown">
      <Icon name="lock" size="s" />
      <span className="grow">
        {asked
          ? t('Você pediu para ver os preços. A resposta vem pelo seu telefone.')
          : t('Os preços aparecem para quem a empresa libera.')}
      </span>
      {!asked && (
        <button
          type="button"
          className="btn sec small"
          disabled={form.busy}
          onClick={() => (isPublic ? setAsking(true) : void send())}
        >
          {t('Pedir acesso ao preço')}
        </button>
      )}
      {asking && (
        <Modal className="dialog" label={t('Pedir acesso ao preço')} onClose={() => setAsking(false)}>
          <h2>{t('Pedir acesso ao preço')}</h2>
          <SubmitForm className="col g3" onSubmit={() => void send()}>
            {line('name', t('Seu nome'), { autoComplete: 'name', maxLength: 120 })}
            {line('phone', t('Telefone com DDD'), {
              type: 'tel',
              autoComplete: 'tel',
              inputMode: 'tel',
              maxLength: 20,
            })}
            {line('company_name', t('Empresa'), { autoComplete: 'organization', maxLength: 160 }, true)}
            {line('document', t('CPF ou CNPJ'), { maxLength: 20 }, true)}
            <div className="acts">
              <button type="button" className="btn sec" onClick={() => setAsking(false)}>
                {t('Voltar')}
              </button>
              <button type="submit" className="btn pri" disabled={form.busy}>
                {t('Enviar')}
              </button>
            </div>
          </SubmitForm>
        </Modal>
      )}
    </div>
  )
}
