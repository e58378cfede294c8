// Orders to TagPlus: whether it refuses an equal codigo_externo is not known, so that one is always looked for first.
import type { Context, OrderDraft, OrderTaker, Sent } from '../types.ts'
import { idOf, row, word } from '../values.ts'
import { ask, make } from './call.ts'

/** As people write it: TagPlus finds clients by that only. */
const formatDocument = (d: string) =>
  d.length === 14
    ? d.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
    : d.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
const sentOf = (r: unknown): Sent => ({ external_id: idOf(row(r).id), number: word(row(r).numero) })
async function clientOf(c: Context, d: OrderDraft): Promise<string> {
  const { document, company_name, name, email, phone, known_as } = d.client
  const kind = document.length === 14 ? 'cnpj' : 'cpf'
  // Without a document it finds nobody, but who is known already.
  const by = document ? { [kind]: formatDocument(document) } : known_as && { id: known_as }
  const [known] = by ? await ask(c, '/clientes', by) : []
  if (known) return idOf(known.id)
  const contacts = [
    { descricao: phone, tipo_contato: 'Celular' },
    { descricao: email, tipo_contato: 'E-mail' },
  ].filter((x) => x.descricao)
  const made = {
    razao_social: company_name || name,
    nome_fantasia: name,
    tipo: document.length === 14 ? 'J' : 'F',
    ...(document && { [kind]: formatDocument(document) }),
    exterior: false,
    ativo: true,
    contatos: contacts.map((x, n) => ({ ...x, principal: n === 0 })),
  }
  return idOf((await make(c, '/clientes', made)).id)
}
export const tagplusOrders: OrderTaker = {
  settle: 60,
  unique: false,
  choices: {},
  async find(c, key) {
    const [found] = await ask(c, '/pedidos', { codigo_externo: key })
    return found ? sentOf(found) : null
  },
  async create(c, d, keep) {
    const client = await clientOf(c, d)
    await keep(client)
    return sentOf(
      await make(c, '/pedidos', {
        codigo_externo: d.key,
        status: 'A',
        cliente: Number(client),
        itens: d.lines.map((l, n) => ({
          item: n + 1,
          produto_servico: Number(l.external_id),
          qtd: l.quantity,
          valor_unitario: l.unit / 100,
        })),
        valor_desconto: d.discount / 100,
        observacoes: [d.note, ...d.lines.filter((l) => l.specs).map((l) => `${l.name}: ${l.specs}`)]
          .filter(Boolean)
          .join('\n'),
      }),
    )
  },
}
