// Whom a seller or admin orders for: found among the clients, or typed in.
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useClients } from '#features/clients/web/index.ts'
import { showPhone } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed } from '#web/ui/states.tsx'
import { useStill } from '#web/useStill.ts'
import type { Buyer } from '../rules.ts'
import { letGo, pickClient } from './desk.ts'
import { useClientNow } from './useClientNow.ts'

/** The client of this order, as the company knows them: shown, not typed over. */
export function PickedClient({
  client,
  standing,
}: {
  client: Extract<Buyer, { kind: 'client' }>
  standing: ReactNode
}) {
  const { name, phone, document, email, client_code } = client.data
  useClientNow()
  const rows = [
    [t('Telefone'), phone && showPhone(phone)],
    [t('CPF/CNPJ'), document],
    [t('E-mail'), email],
    [t('Código'), client_code],
  ].filter(([, value]) => value)
  return (
    <section>
      <p className="note ok spacedown">
        <span className="grow">{t('Pedido para {name}, com os preços deste cliente.', { name })}</span>
        <button type="button" className="btn sec small" onClick={() => void letGo()}>
          {t('Trocar')}
        </button>
      </p>
      {standing}
      {rows.length > 0 && (
        <dl className="panel pad">
          {rows.map(([label, value]) => (
            <div className="kv" key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Link href={`/clientes/${client.id}`} className="btn txt left">
        <Icon name="edit" />
        {t('Editar')}
      </Link>
    </section>
  )
}
export function ClientPicker() {
  const [words, setWords] = useState('')
  return (
    <div>
      <Field label={t('Buscar cliente')} optional hint={t('Ou preencha os dados abaixo para um cliente novo.')}>
        <input className="in" value={words} onChange={(e) => setWords(e.target.value)} />
      </Field>
      {words.trim().length > 1 && <Found words={words} />}
    </div>
  )
}
const SHOWN = 8
function Found({ words }: { words: string }) {
  const { found, failed, look } = useClients(words)
  const shown = useStill(found)
  if (failed !== null)
    return <Failed what={t('Não conseguimos carregar os clientes.')} error={failed} retry={() => void look(words)} />
  if (shown === null) return null
  return (
    <ul className="panel spaced">
      {shown.slice(0, SHOWN).map((u) => (
        <li key={u.id}>
          <button type="button" className="li full" onClick={() => void pickClient(u)}>
            <span className="grow left">
              {u.company_name || u.name}
              <small className="xs t2"> {u.document}</small>
            </span>
          </button>
        </li>
      ))}
      {shown.length === 0 && <li className="li t2">{t('Nenhum cliente com “{name}”.', { name: words })}</li>}
    </ul>
  )
}
