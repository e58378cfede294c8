import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { notify } from '#web/ui/snack.tsx'
import { type Integration, updateIntegration } from '../contract.ts'
import { type System, systemOf } from '../rules.ts'

/** Taking the link away, its missing products out, its own number or one of its keys. */
export type Question = 'remove' | 'retire' | 'own' | System['asks'][number]
interface Props {
  asked: Question
  integration: Integration
  onRemove: () => void
  onRetire: () => void
  onClose: () => void
}
/** What is asked once more, or typed, over a link's sheet. */
export function Asked({ asked, integration: i, onRemove, onRetire, onClose }: Props) {
  const system = systemOf(i.type)
  return (
    <>
      {asked === 'remove' && (
        <Confirm
          title={t('Desligar o {name}?', { name: system.system_name })}
          text={t('As chaves são apagadas e o catálogo para de acompanhar. Os produtos ficam.')}
          danger
          onConfirm={() => {
            onClose()
            onRemove()
          }}
          onClose={onClose}
        />
      )}
      {asked === 'retire' && (
        <Confirm
          title={t('Tirar do catálogo?')}
          text={t('Eles ficam inativos e podem ser ativados de novo em Produtos.')}
          onConfirm={() => {
            onClose()
            onRetire()
          }}
          onClose={onClose}
        />
      )}
      {asked === 'own' && system.own && (
        <FormDialog
          name={`own:${i.id}`}
          title={t('Trocar {name}', { name: t(system.own.label) })}
          text=""
          fields={[
            {
              key: 'id_system',
              label: t(system.own.label),
              hint: t(system.own.hint),
              first: i.id_system,
              kind: 'whole',
              optional: true,
              wide: true,
            },
          ]}
          save={async (typed) => {
            await call(updateIntegration, { params: { id: i.id }, typed })
            renew('integrations')
          }}
          onClose={onClose}
        />
      )}
      {typeof asked === 'object' && (
        <FormDialog
          name={`key:${i.id}:${asked.field}`}
          title={t('Trocar {name}', { name: t(asked.label) })}
          text={t('As chaves ficam guardadas com criptografia e não são mostradas de novo.')}
          fields={[
            { key: asked.field, label: t(asked.label), hint: t(asked.hint), first: '', wide: true, secret: true },
          ]}
          save={async (typed) => {
            await call(updateIntegration, { params: { id: i.id }, typed })
            renew('integrations')
            notify(t('Chave trocada.'))
          }}
          onClose={onClose}
        />
      )}
    </>
  )
}
