// The systems that a company can link, what each asks for, and how a run reads. Facts of each: server/erp.
export const TYPES = ['omie', 'bling', 'sankhya', 'tagplus', 'pedidook'] as const
export type Type = (typeof TYPES)[number]
/** What an admin may type; none is ever answered. */
export const SECRETS = ['token', 'api_key', 'additional_field_1', 'additional_field_2'] as const
export type SecretField = (typeof SECRETS)[number]

export interface System {
  type: Type
  /** Its number on the wire (sync_system_id). */
  sync_system_id: number
  system_name: string
  description: string
  instruction_link: string
  /** What is typed to link it; none: it is linked by its own consent page. */
  asks: { field: SecretField; label: string; hint: string }[]
  /** What `id_system` says there; null: nothing. */
  own: { label: string; hint: string } | null
  /** What must be chosen there before orders can go; null: it takes none from here. */
  orders: { choice: string; label: string }[] | null
}
export const SYSTEMS: System[] = [
  {
    type: 'omie',
    sync_system_id: 1,
    system_name: 'Omie',
    description: 'Produtos, famílias, estoque e fotos',
    instruction_link: 'https://ajuda.omie.com.br/pt-BR/articles/5412721',
    own: null,
    orders: [
      { choice: 'account', label: 'Conta corrente' },
      { choice: 'category', label: 'Categoria de receita' },
    ],
    asks: [
      { field: 'api_key', label: 'App Key', hint: 'Em Configurações, Aplicativos, no Omie.' },
      { field: 'additional_field_1', label: 'App Secret', hint: 'Na mesma tela da App Key.' },
    ],
  },
  {
    type: 'bling',
    sync_system_id: 2,
    system_name: 'Bling',
    description: 'Produtos, variações, categorias, estoque e fotos',
    instruction_link: 'https://developer.bling.com.br/aplicativos',
    own: null,
    orders: [],
    asks: [],
  },
  {
    type: 'sankhya',
    sync_system_id: 3,
    system_name: 'Sankhya',
    description: 'Produtos, grupos, preços e estoque',
    instruction_link: 'https://developer.sankhya.com.br',
    own: { label: 'Tabela de preços', hint: 'O código dela no Sankhya. Vazio: tabela 0.' },
    orders: null,
    asks: [
      { field: 'api_key', label: 'Client ID', hint: 'No portal do desenvolvedor Sankhya.' },
      { field: 'additional_field_1', label: 'Client Secret', hint: 'No portal do desenvolvedor Sankhya.' },
      { field: 'token', label: 'X-Token', hint: 'Em Configurações Gateway, no Sankhya Om.' },
    ],
  },
  {
    type: 'tagplus',
    sync_system_id: 4,
    system_name: 'TagPlus',
    description: 'Produtos, categorias, estoque e fotos',
    instruction_link: 'https://developers.tagplus.com.br',
    own: null,
    orders: [],
    asks: [{ field: 'api_key', label: 'Chave da API', hint: 'Em Configurações, API, no TagPlus.' }],
  },
  {
    type: 'pedidook',
    sync_system_id: 5,
    system_name: 'PedidoOK',
    description: 'Produtos, categorias e estoque',
    instruction_link: 'https://www.pedidook.com.br/api',
    own: null,
    orders: [{ choice: 'seller', label: 'Vendedor de lá' }],
    asks: [{ field: 'api_key', label: 'Token PedidoOK', hint: 'Em Integrações, no PedidoOK da empresa.' }],
  },
]
export const systemOf = (type: Type): System => SYSTEMS.find((s) => s.type === type) as System
/** A mark of our own: initials on a colour. The systems' logos are their owners'. */
export const logoOf = (type: Type) => `/assets/erp/${type}.svg`

/** Ids of the categories that are taken over; none: all. */
export const filterIds = (filter: string): string[] =>
  filter
    .split(',')
    .map((x) => x.trim())
    .filter(Boolean)
/** A whole walk is allowed once an hour. */
export const FULL_EVERY_MS = 3_600_000
/** Products of a link that a run would take something from, the same product at most once in `products`. */
export interface Losses {
  price: number
  stock: number
  visibility: number
  products: number
  /** Products of the link that stand in the catalogue. */
  of: number
}
/** A run that takes from no more products than these is never held. */
export const FEW_LOSSES = 20
/** A run that would take from more than a fifth of the products asks the admin first. `allowed` are losses that were
 * allowed before: only those beyond them count. */
export const tooManyLosses = (l: Losses, allowed: number): boolean =>
  l.products - allowed > FEW_LOSSES && (l.products - allowed) * 5 > l.of
/** When more than a fifth of the products would go, somebody is asked first. */
export const tooManyGone = (gone: number, all: number): boolean => gone > 5 && gone * 5 > all
