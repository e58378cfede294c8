import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { type Integration, listChoices } from '../contract.ts'
import { systemOf } from '../rules.ts'

interface Props {
  integration: Integration
  busy: boolean
  onSwitch: (on: boolean) => void
  onChoose: (settings: Record<string, string>) => void
}
/** Whether confirmed orders go there, and what must be chosen for it. */
export function SendOrders({ integration: i, busy, onSwitch, onChoose }: Props) {
  const { orders, system_name } = systemOf(i.type)
  const on = i.send_order_to_integration
  const needed = orders ?? []
  const lists = useQuery({
    queryKey: ['choices', i.id],
    queryFn: () => call(listChoices, { params: { id: i.id } }),
    enabled: on && needed.length > 0,
    retry: false,
    staleTime: 60_000,
  })
  if (orders === null) return null
  return (
    <>
      <Switch
        label={t('Enviar pedidos para o {name}', { name: system_name })}
        hint={t('Só os confirmados, cada um uma vez.')}
        checked={on}
        disabled={busy}
        onChange={onSwitch}
      />
      {on && needed.length > 0 && lists.isPending && <Loading rows={1} />}
      {on && lists.isError && (
        <Failed
          what={t('Não conseguimos ler as escolhas do {name}.', { name: system_name })}
          error={lists.error}
          retry={() => void lists.refetch()}
        />
      )}
      {on &&
        lists.isSuccess &&
        needed.map(({ choice, label }) => (
          <Field
            key={choice}
            label={t(label)}
            error={i.settings[choice] ? undefined : t('Escolha para que os pedidos possam ir.')}
          >
            <select
              className="in"
              disabled={busy}
              value={i.settings[choice] ?? ''}
              onChange={(e) => onChoose({ ...i.settings, [choice]: e.target.value })}
            >
              <option value="">{t('Escolha')}</option>
              {(lists.data[choice] ?? []).map((o) => (
                <option key={o.id} value={o.id}>
                  {o.name}
                </option>
              ))}
            </select>
          </Field>
        ))}
      {i.orders_waiting > 0 && (
        <p className="sm t2">{tn(i.orders_waiting, '{n} pedido na fila.', '{n} pedidos na fila.')}</p>
      )}
      {i.orders_refused > 0 && (
        <p className="note bad">
          {tn(
            i.orders_refused,
            '{n} pedido não foi aceito. Abra-o em Pedidos.',
            '{n} pedidos não foram aceitos. Abra-os em Pedidos.',
          )}
        </p>
      )}
    </>
  )
}
