// How the log reads: who did what to which thing, and what one act was.
import type { LogLine } from './contract.ts'

const ACTIONS: Record<string, string> = {
  create: 'criou',
  update: 'mudou',
  delete: 'excluiu',
  restore: 'trouxe de volta',
  login: 'entrou',
  bulk: 'mudou vários:',
  import: 'trouxe a planilha',
  export: 'baixou a planilha',
  undo: 'desfez:',
  visit: 'entrou como administrador:',
  erase: 'apagou os dados de',
  replace: 'trocou',
  sync: 'atualizou o catálogo',
  sweep: 'fez a limpeza do dia',
  clock: 'disse que o relógio está certo',
  merge: 'juntou os cadastros',
  unmerge: 'separou os cadastros',
}
const OBJECTS: Record<string, string> = {
  product: 'o produto',
  variation: 'a variação',
  category: 'a categoria',
  user: 'a pessoa',
  company: 'a empresa',
  entity: 'o perfil',
  order: 'os pedidos',
  sheet: '',
  plan: 'o plano',
  coupon: 'o cupom',
  reseller: 'a revenda',
  platform: 'os ajustes da plataforma',
  invoice: 'a cobrança',
  image: 'a foto',
  integration: 'a integração',
  api_key: 'a chave de acesso',
  feed: 'o catálogo por endereço',
  webhook: 'os avisos para outro sistema:',
  commission: 'comissões e metas:',
  message_template: 'o modelo de mensagem',
}

/** "mudou", "o produto": what was done, and to what ('' when the action says it all). */
export const actionWords = (action: string, object: string): [string, string] => [
  ACTIONS[action] ?? action,
  ['login', 'visit', 'erase', 'sync', 'sweep', 'clock', 'merge', 'unmerge'].includes(action)
    ? ''
    : action === 'update' && object === 'order'
      ? 'o pedido'
      : (OBJECTS[object] ?? object),
]

/** The actions that may be done to several things at once. */
const MANY: Record<string, string> = {
  product: '{n} produtos',
  category: '{n} categorias',
  user: '{n} pessoas',
  entity: '{n} perfis',
  image: '{n} fotos',
}
/** "12 produtos", for things that are counted; '' for others. */
export const manyWords = (object: string): string => MANY[object] ?? ''

export interface Change {
  field: string
  was: unknown
  now: unknown
  /** Of which variation. */
  of: string
}
interface Thing {
  id: number | null
  name: string
  changes: Change[]
  /** Variations that came or went with it. */
  came: string[]
  went: string[]
}
/** What somebody did at once: one line, however many rows it wrote. */
export interface Act {
  id: number
  at: Date
  who: string
  action: string
  object: string
  things: Thing[]
}
type Written = Pick<LogLine, 'id' | 'at' | 'who' | 'action' | 'object' | 'object_id' | 'name' | 'changes' | 'names'>
const COUNTED = ['create', 'update', 'delete', 'restore']
/** A product and its variations are one thing; the same done to several things in one moment is one act. */
export function actsOf(lines: Written[]): Act[] {
  const acts: Act[] = []
  let things = new Map<string, Thing>()
  let moment = ''
  for (const l of lines) {
    const isPart = l.object === 'variation'
    const object = isPart ? 'product' : l.object
    const now = `${l.at.getTime()}|${l.who}`
    if (now !== moment) things = new Map()
    moment = now
    const key = `${object}:${l.object_id}`
    const known = things.get(key)
    const name = isPart ? (l.names?.[`product:${l.object_id}`] ?? '') : l.name
    const thing = known ?? { id: l.object_id, name, changes: [], came: [], went: [] }
    add(thing, l, isPart)
    const act = acts.find((a) => a.things.includes(thing))
    if (known) {
      // The product's own line says what was done to it.
      if (!isPart && act) {
        thing.name = l.name
        act.action = act.things.length === 1 ? l.action : act.action
      }
      continue
    }
    things.set(key, thing)
    const action = isPart ? 'update' : l.action
    const last = acts.at(-1)
    const together =
      last !== undefined &&
      `${last.at.getTime()}|${last.who}` === now &&
      last.action === action &&
      last.object === object &&
      COUNTED.includes(action) &&
      manyWords(object) !== ''
    if (together) last.things.push(thing)
    else acts.push({ id: l.id, at: l.at, who: l.who, action, object, things: [thing] })
  }
  return acts
}
function add(thing: Thing, l: Written, isPart: boolean): void {
  if (isPart && l.action === 'create') thing.came.push(l.name)
  else if (isPart && l.action === 'delete') thing.went.push(l.name)
  for (const [field, [was, now]] of Object.entries(l.changes))
    thing.changes.push({ field, was, now, of: isPart ? l.name : '' })
}
/** What changed alike in all of them; null: not the same in each. */
export function alike(things: Thing[]): Change[] | null {
  const [first, ...rest] = things
  const say = (t: Thing) => JSON.stringify([t.changes, t.came, t.went])
  return first && rest.every((t) => say(t) === say(first)) && first.came.length + first.went.length === 0
    ? first.changes
    : null
}
