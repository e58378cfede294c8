// At a limit the answer names the plan that holds what was wanted.
import type { Tx } from '#server/db.ts'
import { joined, type Sentence } from '#shared/sentence.ts'
import { type Need, planThatFits } from '../rules.ts'
import { findPlans, findUsed } from './queries.ts'

const counted = (n: number, one: string, many: string): Sentence => ({
  text: n === 1 ? one : many,
  values: { n: n.toLocaleString('pt-BR') },
})
const WORDS = {
  products: (n: number) => counted(n, '{n} produto', '{n} produtos'),
  sellers: (n: number) => counted(n, '{n} vendedor', '{n} vendedores'),
  price_tables: (n: number) => counted(n, '{n} tabela de preços', '{n} tabelas de preços'),
}
/**
 * "O plano Diamante tem lugar para 1.500 produtos.", with the plan's name for the screen; extras
 * when no plan is large enough. A plan that the company's products, sellers or tables do not fit into is not named.
 */
export async function fitting(
  tx: Tx,
  company: number,
  what: keyof typeof WORDS,
  wanted: number,
): Promise<{ sentence: Sentence; plan: string | null }> {
  const need: Need = { ...(await findUsed(tx, company)), [what]: wanted }
  const plan = planThatFits(await findPlans(tx, false), need)
  if (plan)
    return {
      sentence: {
        text: 'O plano {name} tem lugar para {room}.',
        values: { name: plan.name, room: WORDS[what](plan[what]) },
      },
      plan: plan.name,
    }
  if (what === 'price_tables') return { sentence: { text: 'Nenhum plano tem mais tabelas.' }, plan: null }
  return {
    sentence: {
      text: 'Fale com o consultor: são {wanted}, mais do que o maior plano.',
      values: { wanted: WORDS[what](wanted) },
    },
    plan: null,
  }
}
/** "Seu plano tem 1 tabela de preços. O plano Diamante tem lugar para 2 tabelas de preços." */
export const tablesFull = (most: number, sentence: Sentence): Sentence =>
  joined([{ text: 'Seu plano tem {room}.', values: { room: WORDS.price_tables(most) } }, sentence])
