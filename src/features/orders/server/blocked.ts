import { Refusal } from '#shared/errors.ts'

/** A blocked client gets quotes, no orders: said to whoever sells, and to the client. */
export function refuseBlocked(blocked: boolean, level: number): void {
  if (!blocked) return
  if (level <= 2) throw new Refusal('client_blocked')
  throw new Refusal('client_blocked', {
    message: 'Seus pedidos estão suspensos no momento. Fale com a empresa: seu carrinho continua aqui.',
  })
}
