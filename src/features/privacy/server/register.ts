// What is held of a person, by feature: the copy of a person's data and its erasure are made from this list.
import { person as brochures } from '#features/brochures/server/index.ts'
import { person as calendar } from '#features/calendar/server/index.ts'
import { person as clients } from '#features/clients/server/index.ts'
import { person as integrations } from '#features/integrations/server/index.ts'
import { person as logs } from '#features/logs/server/index.ts'
import { person as mails } from '#features/mails/server/index.ts'
import { person as messages } from '#features/messages/server/index.ts'
import { person as notices } from '#features/notices/server/index.ts'
import { person as orders } from '#features/orders/server/index.ts'
import { person as priceRequests } from '#features/price_requests/server/index.ts'
import { person as undos } from '#features/undos/server/index.ts'
import { person as users } from '#features/users/server/index.ts'
import { person as visits } from '#features/visits/server/index.ts'
import type { Tx } from '#server/db.ts'
import { type CopyReader, type Holding, type Person, readHeld } from '#server/person.ts'

export const REGISTER: readonly Holding[] = [
  users,
  orders,
  messages,
  notices,
  visits,
  calendar,
  logs,
  priceRequests,
  clients,
  mails,
  undos,
  integrations,
  brochures,
]
const NOTE = `O que esta cópia traz está nos arquivos ao lado, um para cada assunto.
Não estão nela: senhas e chaves, guardadas só embaralhadas; as anotações internas da empresa sobre o cliente, as visitas e
os pedidos, e o conteúdo dos e-mails, que o administrador da empresa pode fornecer; e os dados de outras pessoas.
`
/** The files of a copy, by name. */
export async function copyPerson(tx: Tx, p: Person, reader: CopyReader): Promise<Record<string, string>> {
  const files: Record<string, string> = { 'leia-me.txt': NOTE }
  const put = (name: string, value: unknown) => (files[name] = JSON.stringify(value, null, 1))
  for (const holding of REGISTER) {
    for (const [name, read] of Object.entries(holding.files ?? {})) put(name, await read(tx, p, reader))
    for (const held of holding.tables)
      if (typeof held.copy === 'string' && !(held.copy in files)) put(held.copy, await readHeld(tx, held, p, reader))
  }
  return files
}
/** Erases what functions of the database do not erase. */
export async function erasePerson(tx: Tx, p: Person, now: Date): Promise<void> {
  for (const { erase } of REGISTER) await erase?.(tx, p, now)
}
