import { sendClient } from '#features/clients/web/index.ts'
import { KEPT } from '#web/outbox/words.ts'
import { t } from '#web/i18n.ts'
import { PlacePart } from '#web/map/PlacePart.tsx'
import { renew } from '#web/queries.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { FormActs } from '#web/ui/FormActs.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { notify } from '#web/ui/snack.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { useDialogForm } from '#web/ui/useDialogForm.ts'
import type { Pin } from './pins.ts'

const NOWHERE = { lat: '', lng: '' }
/** Says where a client is that has no place yet; the client's own form takes up what could not be sent. */
export function PlaceDialog({ client, onClose }: { client: Pin; onClose: () => void }) {
  const name = `client:${client.id}`
  const form = useDialogForm(name, NOWHERE, { marked: ['lat', 'lng'] })
  const { values: v, error } = form
  const save = () =>
    form.submit(async () => {
      const { lat, lng } = form.values
      const sent = { name: client.name, id: client.id, form: name, values: { lat, lng }, was: NOWHERE }
      const saved = await sendClient(sent)
      if (saved !== 'kept') renew()
      notify(saved === 'kept' ? KEPT() : t('{name} está no mapa.', { name: client.name }))
      onClose()
    })
  const title = t('Onde fica {name}?', { name: client.name })
  return (
    <Modal className="dialog placing" label={title} onClose={onClose}>
      <SubmitForm onSubmit={() => void save()}>
        <h2>{title}</h2>
        <PlacePart
          opened
          lat={v.lat}
          lng={v.lng}
          state={client.state}
          label={t('Mapa com o lugar do cliente')}
          error={error}
          onMove={(lat, lng) => form.change((now) => ({ ...now, lat, lng }))}
        />
        <Problem words={form.problem} />
        <FormActs busy={form.busy} back={t('Cancelar')} onClose={onClose} />
      </SubmitForm>
    </Modal>
  )
}
