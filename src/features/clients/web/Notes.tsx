import { useEffect, useEffectEvent } from 'react'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Field } from '#web/ui/Field.tsx'
import { notify } from '#web/ui/snack.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { useForm } from '#web/useForm.ts'
import type { Card } from '../contract.ts'
import { sendClient } from './outbox.ts'
import { KEPT } from '#web/outbox/words.ts'
import { nameOf } from './words.ts'

/** What the company's people write of a client, changed where it is read. */
export function Notes({ client }: { client: Card }) {
  const name = `client-notes:${client.id}`
  const form = useForm(name, { notes: client.notes })
  // Written elsewhere, or found waiting here: shown, unless something is being written.
  const bring = useEffectEvent((notes: string) => {
    if (!form.dirty) form.adopt({ notes })
  })
  useEffect(() => bring(client.notes), [client.notes])
  const save = () =>
    form.submit(async () => {
      const { values, base } = form
      const saved = await sendClient({ name: nameOf(client), id: client.id, form: name, values, was: base })
      if (saved === 'kept') return notify(KEPT())
      renew('client', client.id)
      return { notes: saved.notes }
    })
  return (
    <SubmitForm onSubmit={() => void save()}>
      <Field label={t('Anotações')} error={form.error('notes')} hint={t('Só a sua empresa vê.')}>
        <textarea
          className="in"
          rows={2}
          maxLength={2000}
          value={form.values.notes}
          onChange={(e) => form.set('notes', e.target.value)}
        />
      </Field>
      {form.dirty && (
        <div className="row spaced">
          <button type="submit" className="btn pri small" disabled={form.busy}>
            {form.busy ? t('Salvando…') : t('Salvar')}
          </button>
          <button type="button" className="btn sec small" onClick={form.discard}>
            {t('Descartar')}
          </button>
        </div>
      )}
    </SubmitForm>
  )
}
