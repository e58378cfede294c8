// The life of an order: which moves exist and who may make them (DECISIONS "Cart and order").
export const STATUSES = [
  'rascunho',
  'orcamento',
  'novo',
  'aguardando_aprovacao',
  'ajuste_solicitado',
  'confirmado',
  'faturado',
  'enviado',
  'entregue',
  'cancelado',
] as const
export type Status = (typeof STATUSES)[number]
/** A admin, S seller of the order, C its client or the link's holder. */
export type Mover = 'A' | 'S' | 'C'

/** Whether money has come is for the company's people. */
export const isAboutMoney = (kind: EventKind) => ['pago', 'nao_pago', 'devolvido'].includes(kind)
/** What happened to an order beside the steps of its status (''): said by kind, in the reader's language. */
export const EVENT_KINDS = [
  '',
  'itens',
  'pago',
  'nao_pago',
  'oferta',
  'renovado',
  'mudancas',
  'ajuste',
  'renovar',
  'ajuste_retirado',
  'aceite',
  'devolvido',
  'dia',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]
export const EVENT_LABELS: Record<Exclude<EventKind, ''>, string> = {
  itens: 'Itens mudados',
  pago: 'Pagamento recebido',
  nao_pago: 'Pagamento desmarcado',
  oferta: 'Nova oferta',
  renovado: 'Orçamento renovado',
  mudancas: 'Mudanças do cliente aceitas',
  ajuste: 'Mudança pedida',
  renovar: 'Renovação pedida',
  ajuste_retirado: 'Solicitação de ajuste retirada',
  aceite: 'Mudança aceita pelo cliente',
  devolvido: 'Pagamento devolvido',
  dia: 'Dia corrigido',
}

interface Move {
  from: Status
  to: Status
  who: string
  /** A step back, or the end of an order under way: says why. */
  needsReason?: boolean
}
const moves: Move[] = [
  ...rows('rascunho→orcamento SA, rascunho→novo SAC, orcamento→novo CSA, orcamento→ajuste_solicitado C'),
  ...rows(
    'novo→confirmado A, novo→ajuste_solicitado AS, aguardando_aprovacao→confirmado A, aguardando_aprovacao→ajuste_solicitado A',
  ),
  ...rows('ajuste_solicitado→novo CS, ajuste_solicitado→aguardando_aprovacao S, ajuste_solicitado→confirmado A'),
  ...rows(
    'confirmado→faturado A, confirmado→enviado A, faturado→enviado A, confirmado→entregue A, faturado→entregue A, enviado→entregue A',
  ),
  ...rows('confirmado→novo A, faturado→confirmado A, enviado→faturado A, entregue→enviado A', true),
  ...rows(
    'novo→cancelado CSA, orcamento→cancelado SAC, aguardando_aprovacao→cancelado SAC, ajuste_solicitado→cancelado SAC',
  ),
  ...rows('confirmado→cancelado A, faturado→cancelado A, enviado→cancelado A', true),
]
function rows(text: string, needsReason = false): Move[] {
  return text.split(', ').map((row) => {
    const [from, to, who] = row.split(/→| /) as [Status, Status, string]
    return { from, to, who, needsReason }
  })
}

const SYNONYMS: Record<string, Status> = {
  pendente: 'novo',
  aprovado: 'confirmado',
  atendido: 'faturado',
  processado: 'faturado',
}
/** The status a word means, synonyms included; null for no status at all. */
export function statusOf(word: string): Status | null {
  const w = word.trim().toLowerCase()
  return SYNONYMS[w] ?? (STATUSES.find((s) => s === w) || null)
}
/** Where an order may go next, for this mover. */
export const nextStatuses = (from: Status, who: Mover): Status[] =>
  moves.filter((m) => m.from === from && m.who.includes(who)).map((m) => m.to)
export const canMove = (from: Status, to: Status, who: Mover) => nextStatuses(from, who).includes(to)
export const needsReason = (from: Status, to: Status) =>
  moves.some((m) => m.from === from && m.to === to && m.needsReason)
/** Letters of the reason of a step. */
export const MOST_REASON = 500
/** Whether an order in this status holds its stock. */
export const holdsStock = (status: Status) =>
  !['rascunho', 'orcamento', 'ajuste_solicitado', 'cancelado'].includes(status)

export const STATUS_LABELS: Record<Status, string> = {
  rascunho: 'Rascunho',
  orcamento: 'Orçamento',
  novo: 'Novo',
  aguardando_aprovacao: 'Aguardando aprovação',
  ajuste_solicitado: 'Ajuste pedido',
  confirmado: 'Confirmado',
  faturado: 'Faturado',
  enviado: 'Enviado',
  entregue: 'Entregue',
  cancelado: 'Cancelado',
}
/** What the button that makes the move says. */
export const MOVE_LABELS: Record<Status, string> = {
  rascunho: 'Voltar a rascunho',
  orcamento: 'Virar orçamento',
  novo: 'Voltar para novo',
  aguardando_aprovacao: 'Pedir aprovação',
  ajuste_solicitado: 'Pedir ajuste',
  confirmado: 'Confirmar pedido',
  faturado: 'Marcar faturado',
  enviado: 'Marcar enviado',
  entregue: 'Marcar entregue',
  cancelado: 'Cancelar pedido',
}
/** Why an order waits or deserves a look. */
export const REASON_LABELS: Record<string, string> = {
  desconto_acima: 'O desconto passa do limite de quem vendeu.',
  abaixo_minimo: 'O pedido está abaixo do valor mínimo.',
  sem_preco: 'Um item está sob consulta: entrou sem preço.',
  preco_mudou: 'Um preço mudou depois que o cliente viu o catálogo.',
  cliente_novo: 'É o primeiro pedido deste cliente.',
  sem_estoque: 'Falta estoque para pelo menos um item.',
  cliente_ambiguo: 'Mais de um cliente tem estes dados: confira de quem é o pedido.',
  cliente_de_outra_carteira: 'Outra carteira já tem este cliente: junte os dois cadastros.',
  nao_novo: 'Já não está como novo.',
  nao_confirmado: 'Já não está como confirmado.',
  foi_ao_sistema: 'Já foi para o sistema ligado.',
  aceite_pendente: 'Os itens mudaram depois do aceite ou da assinatura: o cliente ainda não aceitou a mudança.',
  pedido_mudou: 'O pedido mudou depois que você o abriu: confira o total.',
  prazo_passou: 'O minuto para desfazer passou: volte o pedido para novo e diga o motivo.',
}
/** How long undoing a confirmation is offered; whom it concerns is told afterwards. */
export const UNDO_SECONDS = 60
/** The reason of the step back that undoes it. */
export const UNDONE = 'desfeito'
/** Quantities may still change: nothing is confirmed yet. Sellers change what is theirs to answer, admins all of it. */
export const isEditable = (status: Status, who: Mover) =>
  who !== 'C' && ['rascunho', 'orcamento', 'novo', 'aguardando_aprovacao', 'ajuste_solicitado'].includes(status)
interface Waiting {
  reasons: string[]
  answer: string
}
/** What an order carries, and that its changed lines wait to be accepted again. */
export const shownReasons = ({ reasons, answer }: Waiting): string[] =>
  answer === 'mudou' ? [...reasons, 'aceite_pendente'] : reasons
/** Why a new order is left behind when many are confirmed at once; empty when nothing speaks against it. */
export const pendingReasons = (o: Waiting & { client_id: number | null }): string[] => [
  ...shownReasons(o),
  ...(o.client_id === null && !o.reasons.includes('cliente_novo') ? ['cliente_novo'] : []),
]
