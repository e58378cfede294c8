// The outbox: what a person makes is kept on this device first and leaves from here, at once where there is a network.
// One tab sends, in the order in which things were made; every other is told. It knows nothing of what it carries:
// features say what becomes of theirs (`delivers`).
import { Failure, isFailure } from '../api.ts'
import { t } from '../i18n.ts'
import { onceMore } from '../onceMore.ts'
import { whenTurned } from '../online.ts'
import { accountName, bearerToken, OUTBOX, sessionRefused } from '../session.ts'
import { notify } from '../ui/snack.tsx'
import { missingFor } from '../worker.ts'
import { count, waiting } from './count.ts'
import { type Draft, type Item, newItem, type Refusal } from './item.ts'
import { kindOf, listen, NOTHING, outbox, type Outcome, recount, tell, watchers } from './line.ts'
import { type Later, post } from './post.ts'
import { addRow, changeRow, dropRow, firstWaiting, rowBy, rowsOf } from './rows.ts'

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
  listen()
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
/** Wakes when the network is back, when the tab is looked at, when the service worker says so. */
function wakeUp(): void {
  if (awake) return
  awake = true
  whenTurned((is) => is && void run())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void run())
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ tag?: string } | null>) => {
    if (data?.tag === OUTBOX) void run()
  })
}
/** Until then the server asked to be left alone, by a clock that nobody sets. */
let notBefore = 0
/** Sends what waits, unless another tab is at it: then after that one. */
const run = onceMore(async () => {
  clearTimeout(timer)
  const mine = owner
  if (mine === '') return
  const drain = () => (owner === mine && accountName() === mine ? empty(mine) : undefined)
  try {
    const wait = (notBefore - performance.now()) / 1000
    if (wait > 0) return await hold('busy', wait)
    if (navigator.locks) await navigator.locks.request(`${OUTBOX}:${mine}`, drain)
    else await drain()
  } catch (error) {
    // The device itself stumbled: what was not written is still in its place.
    console.warn('outbox', error)
    timer = setTimeout(() => void run(), LONGEST * 1000)
  }
})
export const sendNow = run
async function empty(mine: string): Promise<void> {
  outbox.set((o) => ({ ...o, pause: null }))
  let passed = 0
  let asked = false
  try {
    for (const item of outbox.get().items.filter((i) => i.state === 'answered')) await finish(item, item.answer)
    for (;;) {
      const item = await firstWaiting(mine, passed)
      if (!item) return passed > 0 ? hold('broken') : calm()
      const token = await bearerToken()
      // Between two breaths somebody else may have signed in here: what waits is nobody else's to send.
      if (accountName() !== mine) return
      // A visitor without a network has no session yet.
      if (!token) return hold(mine.endsWith(':public') ? 'offline' : 'signin')
      outbox.set((o) => ({ ...o, sending: item.id }))
      const tried = await post(item, token)
      if ('sent' in tried) await finish(item, tried.sent)
      else if ('refused' in tried) await refuse(item, tried.refused)
      else {
        await changeRow(item.seq, { tries: item.tries + 1 })
        if (tried.later === 'signin' && !asked) {
          // A visitor's session is opened anew; anybody else is asked to sign in.
          asked = true
          sessionRefused(token)
          continue
        }
        // One that the server stumbles over does not stop those behind it; two in a row are the server's.
        if (tried.later === 'broken' && passed === 0) passed++
        else {
          if (tried.seconds) notBefore = performance.now() + tried.seconds * 1000
          return hold(tried.later, tried.seconds, tried.said)
        }
      }
    }
  } finally {
    announce()
    outbox.set((o) => ({ ...o, sending: '' }))
  }
}
function calm(): void {
  pauses = 0
}
const LONGEST = 60
/** What only a person changes. */
const RARELY = 300
/** Nobody is there, or not for us: again later, and at once when the network says that it is back. */
async function hold(why: Later, seconds?: number, said?: string): Promise<void> {
  const steps = why === 'closed' || why === 'signin' ? RARELY : Math.min(LONGEST, 2 ** (pauses + 1))
  pauses++
  const wait = (seconds ? seconds + Math.random() : steps * (0.5 + Math.random())) * 1000
  const late = outbox.get().items.filter((i) => i.state === 'waiting' && !i.queued)
  for (const item of late) {
    const row = await changeRow(item.seq, { queued: true })
    tell(row ? { row, outcome: [item.id, 'held'] } : { gone: item.id })
  }
  outbox.set((o) => ({ ...o, pause: { why, until: Date.now() + wait, ...(said && { said }) } }))
  clearTimeout(timer)
  timer = setTimeout(() => void run(), wait)
  void askToWake()
}
/** Where the browser can, it wakes the page's service worker when the network is back. */
async function askToWake(): Promise<void> {
  const ready = (await navigator.serviceWorker?.getRegistration()) as
    | (ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } })
    | undefined
  await ready?.sync?.register(OUTBOX).catch(() => {})
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
  if (!kind) {
    const row = await changeRow(item.seq, { state: 'answered', answer })
    return tell(row ? { row } : { gone: item.id })
  }
  const said = kind.said(item, answer)
  outbox.set((o) => ({ ...o, arrived: { ...o.arrived, [item.id]: said } }))
  const watched = watchers.has(item.id)
  if (!watched) unsaid.push(said.text)
  // What a kind cannot do on this device now does not send it once more.
  const asks = await (async () => kind.sent(item, answer, watched))().catch((e: unknown) => console.warn('outbox', e))
  const state = asks ? 'changed' : null
  const row = state && (await changeRow(item.seq, { state, answer }))
  if (!row) await dropRow(item.seq)
  tell({ ...(row ? { row } : { gone: item.id }), outcome: [item.id, { sent: answer }] })
}
async function refuse(item: Item, refusal: Refusal): Promise<void> {
  pauses = 0
  const row = await changeRow(item.seq, { state: 'refused', refusal, tries: item.tries + 1 })
  tell({ ...(row ? { row } : { gone: item.id }), outcome: [item.id, { refused: refusal }] })
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
  const outcome = await new Promise<Outcome>((resolve) => {
    watchers.set(item.id, resolve)
    setTimeout(() => resolve('held'), MOST)
    void run()
  }).finally(() => watchers.delete(item.id))
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
    // What was refused is sent anew; what waits already and is another thing by now needs a name of its own.
    const same = before.state === 'refused' || plain(before.body) === plain(draft.body)
    const row = same && (await changeRow(before.seq, { ...draft, state: 'waiting', queued: false }))
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
  const tried = await post(item, await bearerToken())
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
    : t('Sem internet, e não há espaço neste aparelho: faltam {n} MB. Nada se perdeu: não feche esta tela.', { n })
}
