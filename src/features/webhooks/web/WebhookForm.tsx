import { t } from '#web/i18n.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import type { Webhook } from '../contract.ts'
import { EVENT_LABELS, EVENTS } from '../rules.ts'

interface Props {
  /** Without one it is a new one. */
  webhook?: Webhook
  save: (typed: { name: unknown; url: unknown; events: string[] }) => Promise<void>
  onClose: () => void
}
/** Where messages go, and about what. */
export function WebhookForm({ webhook: w, save, onClose }: Props) {
  return (
    <FormDialog
      name={`webhook:${w?.id ?? 'novo'}`}
      title={w ? t('Mudar {name}', { name: w.name }) : t('Avisar outro sistema')}
      text=""
      fields={[
        {
          key: 'name',
          label: t('Nome'),
          hint: t('Para reconhecer aqui: o sistema ou quem cuida dele.'),
          first: w?.name ?? '',
          wide: true,
        },
        {
          key: 'url',
          label: t('Endereço'),
          hint: t('Público, com https://. Quem cuida do outro sistema informa.'),
          first: w?.url ?? '',
          wide: true,
        },
        ...EVENTS.map((event) => ({
          key: event,
          label: t(EVENT_LABELS[event]),
          first: w ? w.events.includes(event) : true,
        })),
      ]}
      save={({ name, url, ...events }) => save({ name, url, events: EVENTS.filter((e) => events[e] === true) })}
      onClose={onClose}
    />
  )
}
