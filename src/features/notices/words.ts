// What a notice says, in the reader's language: the panel, the lock screen and the mail say it alike. Each has a sentence
// that names nobody and one that does.

export type Language = 'pt' | 'en' | 'fr'
type Both = readonly [bare: string, named: string]
const one = (pt: Both, en: Both, fr: Both) => ({ pt, en, fr })

const WORDS = {
  novo: one(
    ['Pedido {number} chegou', 'Pedido {number} de {name}'],
    ['Order {number} has arrived', 'Order {number} from {name}'],
    ['Commande {number} reçue', 'Commande {number} de {name}'],
  ),
  aprovacao: one(
    ['Pedido {number} espera aprovação', 'Pedido {number} de {name} espera aprovação'],
    ['Order {number} awaits approval', 'Order {number} from {name} awaits approval'],
    ['La commande {number} attend une approbation', 'La commande {number} de {name} attend une approbation'],
  ),
  ajuste: one(
    ['Ajuste pedido no pedido {number}', 'Ajuste pedido no pedido {number} de {name}'],
    ['Changes asked for in order {number}', 'Changes asked for in order {number} from {name}'],
    ['Ajustement demandé pour la commande {number}', 'Ajustement demandé pour la commande {number} de {name}'],
  ),
  ajuste_aceito: one(
    ['Ajuste aceito no pedido {number}', '{name} aceitou o ajuste do pedido {number}'],
    ['Changes accepted in order {number}', '{name} accepted the changes in order {number}'],
    ['Ajustement accepté pour la commande {number}', '{name} a accepté l’ajustement de la commande {number}'],
  ),
  ajuste_retirado: one(
    [
      'Solicitação de ajuste retirada no pedido {number}',
      'Solicitação de ajuste retirada no pedido {number} de {name}',
    ],
    ['Request for changes withdrawn in order {number}', 'Request for changes withdrawn in order {number} from {name}'],
    [
      'Demande d’ajustement retirée pour la commande {number}',
      'Demande d’ajustement retirée pour la commande {number} de {name}',
    ],
  ),
  oferta: one(
    ['Orçamento {number} para você', 'Orçamento {number} para {name}'],
    ['Quote {number} for you', 'Quote {number} for {name}'],
    ['Devis {number} pour vous', 'Devis {number} pour {name}'],
  ),
  aceito: one(
    ['Orçamento {number} aceito', '{name} aceitou o orçamento {number}'],
    ['Quote {number} accepted', '{name} accepted quote {number}'],
    ['Devis {number} accepté', '{name} a accepté le devis {number}'],
  ),
  recusado: one(
    ['Orçamento {number} recusado', '{name} recusou o orçamento {number}'],
    ['Quote {number} refused', '{name} refused quote {number}'],
    ['Devis {number} refusé', '{name} a refusé le devis {number}'],
  ),
  mudanca: one(
    ['Mudança pedida no orçamento {number}', '{name} pediu mudança no orçamento {number}'],
    ['Changes asked for in quote {number}', '{name} asked for changes in quote {number}'],
    ['Changement demandé pour le devis {number}', '{name} demande un changement du devis {number}'],
  ),
  mudanca_retirada: one(
    [
      'Solicitação de mudança retirada no orçamento {number}',
      '{name} retirou a solicitação de mudança no orçamento {number}',
    ],
    ['Request for changes withdrawn in quote {number}', '{name} withdrew the request for changes in quote {number}'],
    [
      'Demande de changement retirée pour le devis {number}',
      '{name} a retiré la demande de changement du devis {number}',
    ],
  ),
  renovar: one(
    ['Renovação pedida do orçamento {number}', '{name} pediu a renovação do orçamento {number}'],
    ['Renewal asked for of quote {number}', '{name} asked to renew quote {number}'],
    ['Renouvellement demandé du devis {number}', '{name} demande le renouvellement du devis {number}'],
  ),
  mudado: one(
    ['Os itens do pedido {number} mudaram', 'Os itens do pedido {number} de {name} mudaram'],
    ['The items of order {number} changed', 'The items of order {number} from {name} changed'],
    ['Les articles de la commande {number} ont changé', 'Les articles de la commande {number} de {name} ont changé'],
  ),
  desistiu: one(
    ['Pedido {number} cancelado pelo cliente', '{name} cancelou o pedido {number}'],
    ['Order {number} cancelled by the client', '{name} cancelled order {number}'],
    ['Commande {number} annulée par le client', '{name} a annulé la commande {number}'],
  ),
  confirmado: one(
    ['Pedido {number} confirmado', 'Pedido {number} de {name} confirmado'],
    ['Order {number} confirmed', 'Order {number} from {name} confirmed'],
    ['Commande {number} confirmée', 'Commande {number} de {name} confirmée'],
  ),
  faturado: one(
    ['Pedido {number} faturado', 'Pedido {number} de {name} faturado'],
    ['Order {number} invoiced', 'Order {number} from {name} invoiced'],
    ['Commande {number} facturée', 'Commande {number} de {name} facturée'],
  ),
  enviado: one(
    ['Pedido {number} enviado', 'Pedido {number} de {name} enviado'],
    ['Order {number} shipped', 'Order {number} from {name} shipped'],
    ['Commande {number} expédiée', 'Commande {number} de {name} expédiée'],
  ),
  entregue: one(
    ['Pedido {number} entregue', 'Pedido {number} de {name} entregue'],
    ['Order {number} delivered', 'Order {number} from {name} delivered'],
    ['Commande {number} livrée', 'Commande {number} de {name} livrée'],
  ),
  cancelado: one(
    ['Pedido {number} cancelado', 'Pedido {number} de {name} cancelado'],
    ['Order {number} cancelled', 'Order {number} from {name} cancelled'],
    ['Commande {number} annulée', 'Commande {number} de {name} annulée'],
  ),
  mensagem: one(
    ['Mensagem nova', 'Mensagem de {name}'],
    ['New message', 'Message from {name}'],
    ['Nouveau message', 'Message de {name}'],
  ),
  visita: one(
    ['Visita de hoje', 'Visita de hoje: {name}'],
    ['Visit today', 'Visit today: {name}'],
    ['Visite du jour', 'Visite du jour : {name}'],
  ),
  conferir: one(
    ['Uma atualização do catálogo espera você conferir', 'A atualização {name} espera você conferir'],
    ['An update of the catalogue waits for you to check', 'The update {name} waits for you to check'],
    ['Une mise à jour du catalogue attend votre vérification', 'La mise à jour {name} attend votre vérification'],
  ),
  parou: one(
    ['A ligação com outro sistema parou', 'A ligação {name} parou'],
    ['The link to another system has stopped', 'The link {name} has stopped'],
    ['La liaison avec un autre système s’est arrêtée', 'La liaison {name} s’est arrêtée'],
  ),
} as const satisfies Record<string, Record<Language, Both>>
export type Word = keyof typeof WORDS

/** What is said when several come together, and when somebody tries whether they come at all. */
export const BESIDE: Record<'several' | 'trial', Record<Language, string>> = {
  several: { pt: '{n} avisos', en: '{n} notices', fr: '{n} avis' },
  trial: {
    pt: 'Os avisos chegam neste aparelho.',
    en: 'Notices reach this device.',
    fr: 'Les avis arrivent sur cet appareil.',
  },
}
export interface Spoken {
  word: string
  number: number | null
  name: string
  /** How often it was told since it was last read. */
  times: number
}
/** The sentence of a notice; one of a version that is newer says its kind. */
export function sentenceOf(n: Spoken & { kind: string }, language: Language, names: boolean): string {
  const both: Both | undefined = (WORDS as Record<string, Record<Language, Both>>)[n.word]?.[language]
  if (!both) return n.kind
  const text = both[names && n.name !== '' ? 1 : 0]
    .replace('{number}', n.number === null ? '' : String(n.number))
    .replace('{name}', () => n.name)
    .replace(/ {2,}/g, ' ')
    .trim()
  return n.times > 1 ? `${text} (${n.times})` : text
}
