// The columns that a sheet may have, each with the headers that people, Mercos, Bling, Omie, Tiny and
// Kyte give it (headers.ts reads them: accents, signs, units in brackets, small words and short forms do not count).

/** A field's name on the sheet that we write, the headers that we recognise, how wide and of which kind it is. */
export interface Column {
  header: string
  known: string
  width: number
  kind: 'text' | 'money' | 'whole'
}
export const PRODUCT_COLUMNS = {
  code: {
    header: 'Código',
    known:
      'cod|codigo do produto|sku|code|product code|stockcode|stock code|referencia interna|codigo sku|codigo interno|codigo do item|codigo proprio|codigo erp',
    width: 16,
    kind: 'text',
  },
  name: {
    header: 'Nome',
    known:
      'produto|nome do produto|name|product|product name|titulo|descricao do produto|descricao do item|nome do item|nome comercial|mercadoria',
    width: 44,
    kind: 'text',
  },
  price: {
    header: 'Preço',
    known:
      'preco 1|valor|preco de venda|price|price1|price 1|unit price|unitprice|preco unitario|preco de tabela|valor unitario|valor de venda|valor de tabela|preco unitario de venda|valor unitario de venda|preco varejo|preco de venda varejo|preco padrao|preco base|preco normal|preco a vista|preco do produto|valor do produto|preco tabela 1|tabela 1',
    width: 12,
    kind: 'money',
  },
  price2: {
    header: 'Preço 2',
    known: 'preco2|price2|price 2|preco tabela 2|tabela 2|preco atacado|preco de venda atacado|valor atacado',
    width: 12,
    kind: 'money',
  },
  price3: { header: 'Preço 3', known: 'preco3|price3|price 3|preco tabela 3|tabela 3', width: 12, kind: 'money' },
  price_promo: {
    header: 'Preço promocional',
    known:
      'promocao|preco promo|price promo|sale price|preco promocao|valor promocional|preco em oferta|preco oferta|oferta',
    width: 16,
    kind: 'money',
  },
  category: {
    header: 'Categoria',
    known:
      'categorias|category|categories|grupo|categoria do produto|grupo do produto|grupo de produtos|familia|familia de produto|familia de produtos|departamento|secao',
    width: 24,
    kind: 'text',
  },
  stock: {
    header: 'Estoque',
    known:
      'saldo|stock|quantidade em estoque|saldo de estoque|inventory|estoque atual|estoque disponivel|estoque fisico|estoque total|quantidade disponivel|saldo atual|saldo disponivel',
    width: 10,
    kind: 'whole',
  },
  active: {
    header: 'Ativo',
    known: 'active|situacao|status|produto ativo|ativo inativo|exibir no catalogo|exibir na loja',
    width: 8,
    kind: 'text',
  },
  ean: {
    header: 'Código de barras',
    known:
      'ean|gtin|barcode|ean13|ean 13|gtin 13|gtin ean|ean gtin|codigo ean|codigo gtin|codigo ean gtin|codigo barras ean|barras',
    width: 16,
    kind: 'text',
  },
  description: {
    header: 'Descrição',
    known:
      'description|detalhes|descricao complementar|descricao detalhada|descricao completa|descricao longa|descricao curta|detalhes do produto',
    width: 50,
    kind: 'text',
  },
  additional_text: {
    header: 'Texto adicional',
    known: 'additional text|informacoes adicionais|informacao adicional|observacoes',
    width: 40,
    kind: 'text',
  },
  tags: { header: 'Etiquetas', known: 'tags|tag|marcadores|etiqueta|palavras chave', width: 24, kind: 'text' },
  order: { header: 'Ordem', known: 'order|posicao|sequencia', width: 8, kind: 'whole' },
  min_quantity: {
    header: 'Mínimo',
    known:
      'quantidade minima|min quantity|minimum|pedido minimo|minimo de venda|quantidade minima de venda|venda minima',
    width: 10,
    kind: 'whole',
  },
  multiple: {
    header: 'Múltiplo',
    known:
      'multiple|caixa|multiplo de venda|quantidade por caixa|itens por caixa|pecas por caixa|unidades por caixa|quantidade multipla',
    width: 10,
    kind: 'whole',
  },
  code_2: {
    header: 'Código 2',
    known: 'code 2|codigo alternativo|codigo auxiliar|codigo do fornecedor|codigo no fornecedor',
    width: 16,
    kind: 'text',
  },
  reference: {
    header: 'Referência',
    known: 'reference|referencia do produto|referencia do fabricante|referencia do fornecedor',
    width: 16,
    kind: 'text',
  },
} as const satisfies Record<string, Column>
export type Field = keyof typeof PRODUCT_COLUMNS
export const FIELDS = Object.keys(PRODUCT_COLUMNS) as Field[]
/** Columns of every export; the others are extra. */
export const BASE_FIELDS: Field[] = ['code', 'name', 'price', 'category', 'stock', 'active']
export const labelOf = (field: Field): string => PRODUCT_COLUMNS[field].header

export const CLIENT_COLUMNS = {
  name: {
    header: 'Nome',
    known: 'contato|nome do contato|name|contact|nome do cliente|cliente|customer name',
    width: 30,
    kind: 'text',
  },
  company_name: {
    header: 'Empresa',
    known: 'razao social|nome fantasia|fantasia|company|company name|loja',
    width: 30,
    kind: 'text',
  },
  document: {
    header: 'CPF ou CNPJ',
    known: 'cpf|cnpj|cpf cnpj|cnpj cpf|documento|document|tax id',
    width: 20,
    kind: 'text',
  },
  phone: { header: 'Telefone', known: 'celular|whatsapp|fone|phone|mobile|telefone 1', width: 18, kind: 'text' },
  email: { header: 'E-mail', known: 'email|e mail|mail', width: 28, kind: 'text' },
  client_code: {
    header: 'Código',
    known: 'codigo do cliente|cod|code|customer|customerid|customer id|id',
    width: 14,
    kind: 'text',
  },
  cep: { header: 'CEP', known: 'zip|postal code', width: 12, kind: 'text' },
  street: { header: 'Rua', known: 'endereco|logradouro|address|street', width: 30, kind: 'text' },
  number: { header: 'Número', known: 'num|number', width: 10, kind: 'text' },
  complement: { header: 'Complemento', known: 'complement', width: 16, kind: 'text' },
  district: { header: 'Bairro', known: 'district', width: 18, kind: 'text' },
  city: { header: 'Cidade', known: 'municipio|city', width: 18, kind: 'text' },
  state: { header: 'Estado', known: 'uf|state', width: 8, kind: 'text' },
  lat: { header: 'Latitude', known: 'lat', width: 12, kind: 'text' },
  lng: { header: 'Longitude', known: 'lng|lon|long', width: 12, kind: 'text' },
  seller: { header: 'Vendedor', known: 'seller|representante|vendedor responsavel', width: 20, kind: 'text' },
  price_table: { header: 'Tabela', known: 'tabela de precos|tabela de preco|price table', width: 8, kind: 'whole' },
  blocked: { header: 'Bloqueado', known: 'blocked|inativo', width: 10, kind: 'text' },
} as const satisfies Record<string, Column>
export type ClientField = keyof typeof CLIENT_COLUMNS

export const ORDER_COLUMNS = {
  order: {
    header: 'Pedido',
    known: 'numero do pedido|pedido numero|n do pedido|order|order number|invoice|invoiceno|nota',
    width: 12,
    kind: 'text',
  },
  date: {
    header: 'Data',
    known: 'data do pedido|emissao|data de emissao|recebido em|date|order date|invoicedate|invoice date',
    width: 14,
    kind: 'text',
  },
  client: {
    header: 'Cliente',
    known:
      'codigo do cliente|cliente codigo|cpf|cnpj|cpf ou cnpj|cpf cnpj|documento|customer|customerid|customer id|razao social|nome do cliente',
    width: 24,
    kind: 'text',
  },
  code: {
    header: 'Código',
    known: 'codigo do produto|cod produto|sku|code|product code|stockcode|stock code|produto codigo',
    width: 16,
    kind: 'text',
  },
  quantity: { header: 'Quantidade', known: 'qtd|qtde|quant|quantity', width: 12, kind: 'whole' },
  price: {
    header: 'Preço',
    known: 'preco unitario|valor unitario|unit price|unitprice|price|preco de venda',
    width: 12,
    kind: 'money',
  },
} as const satisfies Record<string, Column>
export type OrderField = keyof typeof ORDER_COLUMNS
/** What a sheet may bring. */
export type SheetKind = 'products' | 'clients' | 'orders'
/** Columns of each kind, as a person chooses among them. */
export const COLUMNS: Record<SheetKind, Record<string, Column>> = {
  products: PRODUCT_COLUMNS,
  clients: CLIENT_COLUMNS,
  orders: ORDER_COLUMNS,
}
