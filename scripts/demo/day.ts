// The demo's day: whom its sellers visit, and what clients and company write to each other.
import { addMessage, lockConversation } from '#features/messages/server/writes.ts'
import { addVisit, writeCheckIn, writeReport } from '#features/visits/server/writes.ts'
import { dayIn } from '#server/clock.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import type { Tx } from '#server/db.ts'
import { addDays } from '#shared/day.ts'

const MINUTE = 60_000
/** Days from today, hour, what is meant to be talked about. */
const VISITS = [
  [-1, '10:00', 'Mostrar a linha de velas'],
  [0, '09:30', 'Levar amostras de cerâmica'],
  [0, '14:00', 'Reposição de cestaria'],
  [0, null, 'Conferir a vitrine'],
  [1, '11:00', 'Apresentar as novidades'],
  [3, '15:30', ''],
] as const
/** Each seller goes from client to client; what was yesterday is reported. */
export async function fillVisits(tx: Tx, company: number, now: Date): Promise<void> {
  const clients = await tx.sql<{ id: number; seller_id: number; nth: number }>`
    select id, seller_id, row_number() over (partition by seller_id order by id)::int - 1 as nth
    from users where level = 3 and not is_visitor and seller_id is not null`
  const today = dayIn(HOME_ZONE, now)
  for (const { id: client_id, seller_id, nth } of clients) {
    const planned = VISITS[nth]
    if (!planned) continue
    const [days, at, note] = planned
    const key = `visita-da-demonstracao-${client_id}`
    const day = addDays(today, days)
    await addVisit(tx, { company, key, seller_id, client_id, day, at, minutes: 60, note, now })
    if (days >= 0) continue
    const row = await tx.first<{ id: number }>`select id from visits where key = ${key}`
    const there = new Date(now.getTime() - 24 * 60 * MINUTE)
    if (!row) continue
    await writeCheckIn(tx, row.id, { at: there, now: there, lat: null, lng: null, accuracy: null })
    await writeReport(tx, row.id, {
      result: 'sem_venda',
      reason: 'estoque',
      report: 'Volta em dezembro.',
      now: there,
    })
  }
}
/** Who wrote, minutes ago, what. */
const TALKS: { client: string; said: [ours: boolean, ago: number, text: string][] }[] = [
  {
    client: 'Loja Canto da Terra',
    said: [
      [false, 190, 'Bom dia! As canecas de barro voltam ainda este mês?'],
      [true, 170, 'Bom dia, Luciana! A fornada sai na quinta. Separo 12 para você?'],
      [false, 165, 'Pode separar, por favor.'],
    ],
  },
  {
    client: 'Restaurante Fogão Caipira',
    said: [
      [true, 95, 'Davi, o pedido chegou. Confirmo hoje à tarde.'],
      [false, 40, 'Ótimo. Dá para entregar na sexta?'],
    ],
  },
]
/** Beside each one's latest order. */
export async function fillTalks(tx: Tx, now: Date): Promise<void> {
  for (const { client, said } of TALKS) {
    const order = await tx.first<{ id: number; client_id: number; seller_id: number; name: string; seller: string }>`
      select id, client_id, seller_id, name, seller_name as seller from orders
      where company_name = ${client} order by id desc limit 1`
    if (!order) throw new Error(`the demo has no order of ${client}`)
    const { id, client_id, seller_id } = order
    const conversation = await lockConversation(tx, { kind: 'pedido', of: id, conversation: null })
    for (const [n, [ours, ago, text]] of said.entries())
      await addMessage(tx, {
        conversation,
        key: `conversa-da-demonstracao-${id}-${n}`,
        now: new Date(now.getTime() - ago * MINUTE),
        ours,
        user_id: ours ? seller_id : client_id,
        who: ours ? order.seller : order.name,
        client_id: null,
        text,
        photo: '',
      })
  }
}
