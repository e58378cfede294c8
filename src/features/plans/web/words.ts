import { showSpace } from '#shared/space.ts'
import { t, tn } from '#web/i18n.ts'
import type { PlanTerms } from '../rules.ts'

/** "5.000 produtos · 3 vendedores · 2 tabelas de preços · 40 GB de arquivos": what a plan has room for. */
export const roomWords = (p: Pick<PlanTerms, 'products' | 'sellers' | 'price_tables' | 'files_mb'>) =>
  [
    tn(p.products, '{n} produto', '{n} produtos'),
    tn(p.sellers, '{n} vendedor', '{n} vendedores'),
    tn(p.price_tables, '{n} tabela de preços', '{n} tabelas de preços'),
    ...(p.files_mb === undefined ? [] : [t('{size} de arquivos', { size: showSpace(p.files_mb) })]),
  ].join(' · ')
