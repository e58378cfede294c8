import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { bareDocument } from '#shared/documents.ts'
import { isPhone } from '#shared/phone.ts'
import { EMAIL } from '#shared/email.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type Card, findSame } from '../contract.ts'

const REASONS = {
  document: 'o mesmo documento',
  phone: 'o mesmo telefone',
  email: 'o mesmo e-mail',
  client_code: 'o mesmo código',
}
interface Typed {
  document: string
  phone: string
  email: string
}
/** Names, while the form is filled, the clients of the reader's circle who have this document, phone or e-mail. */
export function Known({ typed, client }: { typed: Typed; client: Card | null }) {
  const changed = (key: keyof Typed) => typed[key] !== (client?.[key] ?? '')
  const asked = {
    document: changed('document') && bareDocument(typed.document).length >= 11 ? typed.document : '',
    phone: changed('phone') && isPhone(typed.phone) ? typed.phone : '',
    email: changed('email') && EMAIL.test(typed.email.trim()) ? typed.email : '',
  }
  const words = useDebounced(JSON.stringify(asked))
  const query = JSON.parse(words) as Typed
  const same = useQuery({
    queryKey: ['client', 'same', words, client?.id],
    queryFn: () => call(findSame, { query: { ...query, except: client?.id } }),
    enabled: Object.values(query).some(Boolean),
  })
  const found = same.data?.found ?? []
  return (
    <div role="status" className="col g3 known">
      {found.map((f) => (
        <p className="note warn" key={f.id}>
          <Icon name="warn" />
          <span className="grow">
            {t('{name} já tem {reason}.', { name: f.name, reason: t(REASONS[f.reason]) })}{' '}
            <Link href={`/clientes/${f.id}`}>{t('Abrir este cadastro')}</Link>
          </span>
        </p>
      ))}
    </div>
  )
}
