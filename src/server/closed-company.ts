// What the admin of a closed company reads when a change is refused.
import { Refusal } from '#shared/errors.ts'

const BLOCKED =
  'A operação do Mostruário bloqueou esta conta: dá para ver e baixar tudo, mas não alterar nem pagar. O contato da operação está em Assinatura e cobranças.'
/** Money opens only what lack of money closed. */
export const closedTo = ({ is_blocked }: { is_blocked: boolean }) =>
  new Refusal('company_closed', is_blocked ? { message: BLOCKED } : {})
