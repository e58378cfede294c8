import type { Type } from '../../rules.ts'
import { bling } from './bling/index.ts'
import { omie } from './omie/index.ts'
import { pedidook } from './pedidook/index.ts'
import { sankhya } from './sankhya.ts'
import { tagplus } from './tagplus/index.ts'
import type { Connector } from './types.ts'

export const connectors: Record<Type, Connector> = { omie, bling, sankhya, tagplus, pedidook }
/** Where each ERP answers; never what a company says. */
export const BASES: Record<Type, string> = {
  omie: 'https://app.omie.com.br/api/v1',
  bling: 'https://api.bling.com.br/Api/v3',
  sankhya: 'https://api.sankhya.com.br',
  tagplus: 'https://api.tagplus.com.br',
  pedidook: 'https://api.pedidook.com.br/v1',
}
