// At a limit the answer names the plan that holds what was wanted.
import type { Tx } from '#server/db.ts'
import { type Need, planThatFits } from '../rules.ts'
import { findPlans } from './queries.ts'

const WORDS = {
  products: (n: number) => `${n.toLocaleString('pt-BR')} produtos`,
  sellers: (n: number) => `${n} ${n === 1 ? 'vendedor' : 'vendedores'}`,
  price_tables: (n: number) => `${n} ${n === 1 ? 'tabela' : 'tabelas'} de preços`,
}
/** "O plano Diamante tem lugar para 1.500 produtos.", with the plan's name for the screen; extras when no plan is large enough. */
export async function fitting(tx: Tx, what: keyof typeof WORDS, wanted: number): Promise<{ sentence: string; plan: string | null }> {
  const need: Need = { products: 0, sellers: 0, [what]: wanted }
  const plan = planThatFits(await findPlans(tx, false), need)
  if (plan) return { sentence: `O plano ${plan.name} tem lugar para ${WORDS[what](plan[what])}.`, plan: plan.name }
  return { sentence: what === 'price_tables' ? 'Nenhum plano tem mais tabelas.' : `Fale com o consultor: são ${WORDS[what](wanted)}, mais do que o maior plano.`, plan: null }
}
