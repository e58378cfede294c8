import { tn } from '#web/i18n.ts'
import type { Plan } from '../contract.ts'

/** "5.000 produtos · 3 vendedores · 2 tabelas de preços": what a plan has room for. */
export const roomWords = (p: Pick<Plan, 'products' | 'sellers' | 'price_tables'>) =>
  [
    tn(p.products, '{n} produto', '{n} produtos'),
    tn(p.sellers, '{n} vendedor', '{n} vendedores'),
    tn(p.price_tables, '{n} tabela de preços', '{n} tabelas de preços'),
  ].join(' · ')
