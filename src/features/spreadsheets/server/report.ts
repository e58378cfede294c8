import type { Done } from '../contract.ts'

interface Written {
  created: number
  changed: number
  categories_created: number
  undo_id: number | null
}
/** What was written, as a sentence (specification §8: `mensagem` is success). */
export function report(done: Written, what: 'produto' | 'cliente' | 'pedido'): Done {
  const parts = [
    done.created === 1 ? `1 ${what} criado` : done.created > 1 ? `${done.created} ${what}s criados` : '',
    done.changed === 1 ? `1 ${what} alterado` : done.changed > 1 ? `${done.changed} ${what}s alterados` : '',
  ].filter(Boolean)
  return { mensagem: `${parts.join(' e ') || 'Nada mudou: a planilha é igual ao que já existe'}.`, ...done }
}
