// Unsent things taken away in a file, and read back in: on this device or another, by the same account.
import { today } from '../device/day.ts'
import { t, tn } from '../i18n.ts'
import { accountName } from '../session.ts'
import { type Item, type Parcel, readParcel } from './item.ts'
import { takeIn } from './acts.ts'
import { isOurs } from './line.ts'

export function saveFile(items: Item[]): void {
  const parcel: Parcel = { mostruario: 'outbox', owner: accountName(), items }
  const url = URL.createObjectURL(new Blob([JSON.stringify(parcel)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: `pedidos-por-enviar-${today()}.json` }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
/** Answers what came of it, in words. */
export async function readFile(file: File): Promise<string> {
  const { items, why } = readParcel(await file.text(), accountName(), isOurs)
  if (why === 'other')
    return t('Este arquivo é de outra pessoa ou de outra empresa. Entre com a conta dela para lê-lo.')
  if (why) return t('Este arquivo não é de pedidos por enviar.')
  const came = await takeIn(items)
  return came === 0
    ? t('Nada novo: o que está no arquivo já está aqui.')
    : tn(came, '{n} pedido voltou para a fila.', '{n} pedidos voltaram para a fila.')
}
