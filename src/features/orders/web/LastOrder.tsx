import { useMemo } from 'react'
import { useRows } from '#web/device/use.ts'
import { t } from '#web/i18n.ts'
import { showDate } from '#web/moments.ts'
import type { QuoteAnswer } from '../quote.ts'
import { isSold } from '../sold.ts'
import type { Status } from '../status.ts'

interface Row {
  id: number
  client_id: number | null
  status: Status
  valid_until: string | null
  answer: QuoteAnswer
  received_at: string
}
/** When a client ordered last, as far as this device keeps orders: of the last twelve months. */
export function LastOrder({ client }: { client: number }) {
  const rows = useRows<Row>('orders')
  const last = useMemo(() => newest(rows, client), [rows, client])
  return last ? t('pediu {when}', { when: showDate(last) }) : null
}
function newest(rows: ReadonlyMap<number, Row> | null | undefined, client: number): Date | null {
  let last = ''
  for (const o of rows?.values() ?? [])
    if (Number(o.client_id) === client && isSold(o) && o.received_at > last) last = o.received_at
  return last ? new Date(last) : null
}
