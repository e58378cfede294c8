// The outbox: what a person makes is kept on this device first and leaves from here, at once where there is a network.
// One tab sends (drain.ts), in the order in which things were made; every other is told. It knows nothing of what it
// carries: features say what becomes of theirs (`delivers`).
import { Failure, isFailure } from '../api.ts'
import { t } from '../i18n.ts'
import { onceMore } from '../onceMore.ts'
import { reached, whenTurned } from '../online.ts'
import { accountName, bearerToken, sessionRefused, staysHere } from '../session.ts'
import { notify } from '../ui/snack.tsx'
import { missingFor } from '../worker.ts'
import { count, waiting } from './count.ts'
import { drain, inTurn, leave, type Stop } from './drain.ts'
import { type Draft, type Item, newItem, type Refusal } from './item.ts'
import { kindOf, listen, NOTHING, outbox, type Outcome, recount, tell, watchers } from './line.ts'
import { post, type Tried } from './post.ts'
import { addRow, answeredOf, changeRow, dropRow, rowBy, rowsOf } from './rows.ts'
import { askToWake } from './wake.ts'

/** Whose line this tab sends. */
let owner = ''
let timer: ReturnType<typeof setTimeout> | undefined
let pauses = 0

/** Opens the line of whoever is here and begins to send. */
export async function openOutbox(): Promise<void> {
  const name = accountName()
  if (name === '' || name === owner) return
  owner = name
  outbox.set(NOTHING)
  listen(() => void run())
  wakeUp()
  const { items, newer } = await rowsOf(name).catch((error: unknown) => {
    owner = ''
    throw error
  })
  if (owner !== name) return
  outbox.set((o) => ({ ...o, owner: name, items, newer }))
  recount()
  void run()
}
let awake = false
/** Wakes when the network is back and when the tab is looked at. */
function wakeUp(): void {
  if (awake) return
  awake = true
  whenTurned((is) => is && void run())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void run())
}
/** Until then the server asked to be left alone, by a clock that nobody sets. */
let notBefore = 0
/** Sends what waits, unless another tab is at it: then after that one. */
const run = onceMore(async () => {
  clearTimeout(timer)
  const mine = owner
  if (mine === '') return
  try {
    const wait = (notBefore - performance.now()) / 1000
    if (wait > 0) return await hold({ why: 'busy', seconds: wait })
    await inTurn(mine, async () => {
      if (owner === mine && accountName() === mine) await empty(mine)
    })
  } catch (error) {
    // The device itself stumbled: what was not written is still in its place.
    console.warn('outbox', error)
    timer = setTimeout(() => void run(), LONGEST * 1000)
  }
})
export const sendNow = run
async function empty(mine: string): Promise<void> {
  outbox.set((o) => ({ ...o, pause: null }))
  let wakes = false
  try {
    // What arrived while there was no page, or none that knew its kind.
    for (const item of await answeredOf(mine)) await finish(item, item.answer)
    const stop = await drain(mine, {
      async token() {
        const token = await bearerToken()
        // Between two breaths somebody else may have signed in here: what waits is nobody else's to send.
        if (accountName() !== mine) return null
        // Should this page be closed, the service worker goes on.
        if (token && !wakes) void askToWake(mine, token, () => staysHere(token))
        wakes = true
        return token
      },
      post(item, token) {
        outbox.set((o) => ({ ...o, sending: item.id }))
        return ask(item, token)
      },
      sent: finish,
      tell(what) {
        if (what.outcome) pauses = 0
        tell(what)
      },
      // Anybody but a visitor is asked to sign in.
      ended: sessionRefused,
    })
    if (!stop) calm()
    // A visitor without a network has no session yet.
    else if (stop.why === 'signin' && mine.endsWith(':public')) await hold({ ...stop, why: 'offline' })
    else await hold(stop)
  } finally {
    announce()
    outbox.set((o) => ({ ...o, sending: '' }))
  }
}
/** One try, and what it says of the network. */
async function ask(item: Item, token: string): Promise<Tried> {
  const tried = await post(item, token)
  reached(!('later' in tried && tried.later === 'offline'))
  return tried
}
function calm(): void {
  pauses = 0
}
const LONGEST = 60
/** What only a person changes. */
const RARELY = 300
/** Nobody is there, or not for us: again later, and at once when the network says that it is back. */
async function hold({ why, seconds, said }: Stop): Promise<void> {
  if (seconds) notBefore = performance.now() + seconds * 1000
  const steps = why === 'closed' || why === 'signin' ? RARELY : Math.min(LONGEST, 2 ** (pauses + 1))
  pauses++
  const wait = (seconds ? seconds + Math.random() : steps * (0.5 + Math.random())) * 1000
  const late = outbox.get().items.filter((i) => i.state === 'waiting' && !i.queued)
  for (const item of late) await holdBack(item)
  outbox.set((o) => ({ ...o, pause: { why, until: Date.now() + wait, ...(said && { said }) } }))
  clearTimeout(timer)
  timer = setTimeout(() => void run(), wait)
}
/** Whoever made it is told that it waits here, and goes on: what changes until it leaves is asked about. */
async function holdBack(item: Item): Promise<void> {
  const row = await changeRow(item.seq, { queued: true })
  tell(row ? { row, outcome: [item.id, 'held'] } : { gone: item.id })
}
/** What arrived while nobody waited for it, said once when the line stands still. */
let unsaid: string[] = []
function announce(): void {
  const [one, ...more] = unsaid
  unsaid = []
  if (one) notify(more.length === 0 ? one : t('{n} que aguardavam foram enviados.', { n: more.length + 1 }))
}
async function finish(item: Item, answer: unknown): Promise<void> {
  pauses = 0
  const kind = kindOf(item)
  if (!kind) return tell(await leave(item, answer))
  const said = kind.said(item, answer)
  outbox.set((o) => ({ ...o, arrived: { ...o.arrived, [item.id]: said } }))
  const watched = watchers.has(item.id)
  if (!watched) unsaid.push(said.text)
  // It was under way already when whoever made it was told that it waits here.
  const { queued } = (!watched && (await rowBy(item.owner, item.id))) || item
  // What a kind cannot do on this device now does not send it once more.
  const asks = await (async () => kind.sent({ ...item, queued }, answer, watched))().catch((e: unknown) =>
    console.warn('outbox', e),
  )
  const state = asks ? 'changed' : null
  const row = state && (await changeRow(item.seq, { state, answer }))
  if (!row) await dropRow(item.seq)
  tell({ ...(row ? { row } : { gone: item.id }), outcome: [item.id, { sent: answer }] })
}
/** The sentence of a refusal, as the screens know it. */
export const failureOf = ({ status, body }: Refusal) => new Failure(status, body)

/** Longer than one try takes. */
const MOST = 25_000
/** Keeps it on this device and sends it in its turn. `sent`: the server's answer; 'kept': nobody was there, it leaves by
 * itself. A refusal is thrown, and nothing of it stays here: who sent it has it still before them. */
export async function deliver(draft: Draft): Promise<{ sent: unknown } | 'kept'> {
  if (owner !== accountName()) await openOutbox().catch(() => {})
  const mine = owner
  let item: Item
  try {
    item = await keep(mine, draft)
  } catch (error) {
    if (isFailure(error)) throw error
    return direct(mine, draft)
  }
  let most: ReturnType<typeof setTimeout> | undefined
  const outcome = await new Promise<Outcome>((resolve) => {
    watchers.set(item.id, resolve)
    const held = () => resolve('held')
    most = setTimeout(() => void holdBack(item).then(held, held), MOST)
    void run()
  })
  clearTimeout(most)
  watchers.delete(item.id)
  if (outcome === 'held') return 'kept'
  if ('sent' in outcome) return outcome
  await dropRow(item.seq)
  tell({ gone: item.id })
  throw failureOf(outcome.refused)
}
const plain = (body: Item['body']) => JSON.stringify({ ...body, taken_at: '' })
async function keep(mine: string, draft: Draft): Promise<Item> {
  if (mine === '') throw new DOMException('nobody', 'InvalidStateError')
  const before = await rowBy(mine, draft.id)
  if (before) {
    // What was refused or has never left goes as it is now; what may be there already is one more by its own name.
    const row = await changeRow(before.seq, (now) =>
      now.state === 'refused' || now.tries === 0 || plain(now.body) === plain(draft.body)
        ? { ...draft, state: 'waiting', queued: false }
        : null,
    )
    if (!row) throw new Failure(422, { code: 'idempotency_key_reused' })
    tell({ row })
    return row
  }
  count(mine, waiting.get() + 1)
  const added = await addRow(newItem(mine, draft, Date.now()))
  tell({ row: added })
  return added
}
/** This device keeps nothing, or has no room: it goes now or not at all, and that is said. */
async function direct(mine: string, draft: Draft): Promise<{ sent: unknown }> {
  recount()
  const item = { ...newItem(mine, draft, Date.now()), seq: 0 }
  const tried = await ask(item, await bearerToken())
  if ('refused' in tried) throw failureOf(tried.refused)
  if ('later' in tried && tried.said) throw new Failure(0, { code: tried.later, message: tried.said })
  if ('later' in tried) throw new Failure(0, { code: 'no_room', message: await noRoom(JSON.stringify(draft).length) })
  await kindOf(item)?.sent(item, tried.sent, true)
  return tried
}
async function noRoom(bytes: number): Promise<string> {
  const n = await missingFor(bytes)
  return n === 0
    ? t('Sem internet, e este navegador não deixa guardar nada. Nada se perdeu: não feche esta tela.')
    : t('Sem internet, e não há espaço neste aparelho: faltam {n} MB ou mais. Nada se perdeu: não feche esta tela.', {
        n,
      })
}
