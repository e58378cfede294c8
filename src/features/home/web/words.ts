// What the list of the day says of somebody, and to somebody.
import { chatLink, shareLink } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import type { DayEntry } from '../contract.ts'

/** "hoje", "ontem", "há 3 dias" */
const ago = (days: number) => (days === 0 ? t('hoje') : days === 1 ? t('ontem') : t('há {n} dias', { n: days }))

export function causeWords(c: DayEntry['causes'][number]): string {
  const when = ago(c.days)
  if (c.reason === 'ajuste') return t('Pedido {n} espera um ajuste: {when}', { n: c.number ?? '', when })
  if (c.reason === 'orcamento' && c.ended)
    return t('Orçamento {n} venceu sem resposta: {when}', { n: c.number ?? '', when })
  if (c.reason === 'orcamento') return t('Orçamento {n} sem resposta: {when}', { n: c.number ?? '', when })
  if (c.reason === 'abriu') return t('Abriu o catálogo {when} e não pediu', { when })
  return c.interval_days === 1
    ? t('Último pedido {when}; costuma pedir todo dia', { when })
    : t('Último pedido {when}; costuma pedir a cada {i} dias', { when, i: c.interval_days ?? 0 })
}
const MESSAGES = {
  ajuste: 'Olá, {name}! Falta acertar um detalhe do pedido {n}. Veja aqui: {link}',
  orcamento: 'Olá, {name}! O orçamento {n} está à sua espera aqui: {link}',
  vencido: 'Olá, {name}! O orçamento {n} venceu. Quer que eu renove? Ele está aqui: {link}',
  abriu: 'Olá, {name}! Posso ajudar a montar o seu pedido? O catálogo está aqui: {link}',
  atrasado: 'Olá, {name}! Está na hora de repor? O catálogo está aqui: {link}',
} as const
/** Opens the chat with the text ready; without a phone the sender chooses with whom. */
export function chatWith(e: DayEntry): string {
  const [cause] = e.causes
  const text = t(MESSAGES[cause?.ended ? 'vencido' : (cause?.reason ?? 'atrasado')], {
    name: e.name,
    n: cause?.number ?? '',
    link: e.link,
  }).trim()
  return e.phone ? chatLink(e.phone, text) : shareLink(text)
}
