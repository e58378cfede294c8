// How a change that can be undone reads in a list.

const NAMES: Record<string, string> = {
  activate: 'Produtos ativados',
  deactivate: 'Produtos desativados',
  add_category: 'Produtos postos em uma categoria',
  remove_category: 'Produtos tirados de uma categoria',
  add_tag: 'Etiqueta posta em produtos',
  remove_tag: 'Etiqueta tirada de produtos',
  price: 'Preços mudados por porcentagem',
  delete: 'Produtos excluídos',
  prices: 'Preços digitados na lista',
  shelf: 'Ordem da vitrine',
}
/** What was done, and the name of the file where it was one. */
export function undoWords(u: { kind: string; name: string }): { what: string; file: string } {
  if (u.kind === 'products') return { what: NAMES[u.name] ?? 'Produtos mudados', file: NAMES[u.name] ? '' : u.name }
  if (u.kind === 'tags') return { what: 'Etiquetas mudadas', file: '' }
  return {
    what:
      u.kind === 'clients'
        ? 'Planilha de clientes'
        : u.kind === 'orders'
          ? 'Planilha de pedidos antigos'
          : 'Planilha de produtos',
    file: u.name,
  }
}
