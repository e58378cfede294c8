// Bling v3: OAuth tokens of six hours, lists of a hundred without a total, what matters only in each product's detail.
import { Again, type Connector, type Context, ErpFailure, type ErpProduct, type Page, type Reply, TOMORROW } from './types.ts'
import { centsOf, codeOf, gtinOf, idOf, list, nameOf, photosOf, piecesOf, type Row, row, wallClock, word, wordsOf } from './values.ts'

const ROWS = 100
const YEAR_MS = 364 * 86_400_000
class Stale extends Error {}

function judge({ status, json }: Reply): Row {
  const answer = row(json)
  if (status < 300 && json !== undefined) return answer
  const error = row(answer.error)
  const why = word(error.description) || word(error.message)
  if (status === 401) throw new Stale()
  if (status === 403) throw new ErpFailure('credentials', 'O Bling não autoriza esta consulta. Conecte de novo e aceite todas as permissões.')
  if (status === 429 && error.period === 'day') throw new ErpFailure('wait', 'O limite de consultas do Bling por hoje foi atingido. Voltamos amanhã, sozinhos.', TOMORROW)
  if (status === 429) throw new Again(1)
  if (status >= 400 && status < 500) throw new ErpFailure('refused', `O Bling não aceitou a consulta: ${why || status}`)
  throw new Again()
}
/** Asks with the token; one that was refused is made anew once. */
async function ask(c: Context, path: string, query: Record<string, string | number | undefined> = {}): Promise<Row> {
  const get = (token: string) => c.ask({ path, query, headers: { authorization: `Bearer ${token}` } }, judge)
  const token = await c.access()
  try {
    return await get(token)
  } catch (error) {
    if (!(error instanceof Stale)) throw error
  }
  try {
    return await get(await c.access(token))
  } catch (error) {
    if (!(error instanceof Stale)) throw error
    throw new ErpFailure('credentials', 'O Bling não reconhece mais esta conexão. Conecte de novo.')
  }
}
const basic = (c: Context) => `Basic ${Buffer.from(`${c.platform.bling_id}:${c.platform.bling_secret}`).toString('base64')}`
/** The token call: a refused grant ends the connection. */
export const tokens = (c: Context, form: Record<string, string>) =>
  c.ask({ method: 'POST', path: '/oauth/token', headers: { authorization: basic(c) }, form, once: true }, ({ status, json }) => {
    const t = row(json)
    if (status < 300 && word(t.access_token)) return { access: word(t.access_token), expires_in: Number(t.expires_in ?? 21_600), refresh: word(t.refresh_token) }
    if (status === 429) throw new ErpFailure('wait', 'O Bling pediu para esperar antes de conectar de novo.', 3600)
    if (status >= 400 && status < 500) throw new ErpFailure('credentials', 'O Bling não reconhece mais esta conexão. Conecte de novo.')
    throw new Again()
  })

export const bling: Connector = {
  gap: 400,
  timeout: 30_000,
  async page(c, cursor): Promise<Page> {
    const n = Number(cursor?.page ?? 1)
    const oldest = new Date(c.now.getTime() - YEAR_MS)
    const since = c.since && wallClock(c.since > oldest ? c.since : oldest)
    const query = { pagina: n, limite: ROWS, criterio: 5, tipo: 'P', ...(since && { dataAlteracaoInicial: `${since.day} ${since.time}` }) }
    const rows = list((await ask(c, '/produtos', query)).data)
    const products: ErpProduct[] = []
    // A variation stands inside its product's detail.
    for (const r of rows.filter((x) => !idOf(x.idProdutoPai))) products.push(product(row((await ask(c, `/produtos/${idOf(r.id)}`)).data)))
    return { products, next: rows.length === ROWS ? { page: n + 1 } : null }
  },
  async categories(c) {
    const found = []
    for (let n = 1; n <= 50; n++) {
      const rows = list((await ask(c, '/categorias/produtos', { pagina: n, limite: ROWS })).data)
      found.push(...rows.map((r) => ({ id: idOf(r.id), name: nameOf(r.descricao, idOf(r.id)), parent_id: idOf(row(r.categoriaPai).id) || null })))
      if (rows.length < ROWS) break
    }
    return found
  },
  sign: (c, refresh) => {
    if (!refresh) throw new ErpFailure('credentials', 'O Bling ainda não foi conectado. Use o botão Conectar.')
    return tokens(c, { grant_type: 'refresh_token', refresh_token: refresh })
  },
}
/** "Cor:Azul;Tamanho:M" */
const specsOf = (v: unknown) =>
  Object.fromEntries(
    word(v)
      .split(';')
      .map((pair) => pair.split(':').map((x) => x.trim()))
      .flatMap(([name, value]) => (name && value ? [[name.slice(0, 40), value.slice(0, 80)] as const] : [])),
  )
const stockOf = (r: Row) => piecesOf(row(r.estoque).saldoVirtualTotal)
function product(r: Row): ErpProduct {
  const id = idOf(r.id)
  const media = row(row(r.midia).imagens)
  const outside = list(media.externas).map((i) => i.link)
  const inside = list(media.internas).map((i) => i.link ?? i.linkMiniatura)
  const category = idOf(row(r.categoria).id)
  const variations = list(r.variacoes).map((v) => ({
    specs: specsOf(row(v.variacao).nome),
    code: codeOf(v.codigo),
    ean: gtinOf(v.gtin),
    price: centsOf(v.preco),
    stock: stockOf(v),
  }))
  const told = variations.filter((v) => Object.keys(v.specs).length > 0)
  return {
    external_id: id,
    values: {
      name: nameOf(r.nome, `Produto ${id}`),
      code: codeOf(r.codigo),
      ean: gtinOf(r.gtin),
      price: centsOf(r.preco),
      price_promo: null,
      description: wordsOf(r.descricaoCurta),
      additional_text: wordsOf(r.descricaoComplementar),
      active: word(r.situacao) === 'A',
      stock: told.length ? null : stockOf(r),
    },
    categories: category ? [{ id: category, name: '' }] : [],
    variations: told.length ? told : null,
    // Addresses of Bling's own pictures carry a signature that expires.
    photos: photosOf(outside.length ? outside : inside.length ? inside : [r.imagemURL], (u) => u.split('?')[0] ?? u),
  }
}
