/** How states of subscriptions and invoices are said. */
export const WORDS: Record<string, string> = {
  pendente: 'Pendente',
  ativa: 'Ativa',
  atrasada: 'Atrasada',
  cancelada: 'Cancelada',
  trocada: 'Trocada',
  aberta: 'Aberta',
  paga: 'Paga',
}
