// The database's own functions, asked by themselves: when what waits for an ERP is looked at again, and what a clock that
// was set back left of messages to other systems.
import { after, before, test } from 'node:test'
import { at, type Ground, ground, NOBODY, NOW } from './decides.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())

const queued = 'graphile_worker._private_jobs'
const JOBS = `select extract(epoch from run_at - now())::int, max_attempts from ${queued} where key = 'sync_watch_soon'`
const clear = [`delete from ${queued}`]

test('the watch comes when it is wanted within the minute, for whoever wants it first', async () => {
  const watch = (seconds: number) => `select app.watch_erps_in(${seconds})`
  await g.decides(
    JOBS,
    clear,
    [],
    [
      [watch(20), [[20, 1]]],
      [watch(59), [[59, 1]]],
      [watch(60), []],
      [watch(-5), [[0, 1]]],
      [`${watch(20)}; ${watch(40)}`, [[20, 1]]],
      [`${watch(40)}; ${watch(20)}`, [[20, 1]]],
      [`${watch(20)}; update ${queued} set attempts = 1; ${watch(40)}`, [[40, 1]]],
    ],
  )
})
test('the watch comes for the first of the orders and updates that wait, a moment after and never before', async () => {
  const { c } = g
  const next = `select app.watch_erps_next(${NOW})`
  const order = (status: string, resume: string, id = 1) =>
    `insert into erp_orders (company_id, order_id, integration_id, own_key, status, heartbeat_at, resume_at)
      values (${c.id}, ${id}, 1, '${id}', '${status}', ${NOW}, ${resume})`
  const run = (status: string, resume: string) =>
    `insert into sync_runs (company_id, id, integration_id, mode, started_at, status, heartbeat_at, resume_at)
      overriding system value values (${c.id}, 1, 1, 'full', ${NOW}, '${status}', ${NOW}, ${resume})`
  const looked = (...rows: string[]) => [...rows, next].join('; ')
  const ten = at('10 seconds')
  await g.decides(
    JOBS,
    clear,
    [],
    [
      [next, []],
      [looked(order('fila', ten)), [[10, 1]]],
      [looked(order('incerto', ten)), [[10, 1]]],
      ...['enviando', 'enviado', 'recusado', 'parado'].map((s): [string, unknown[]] => [looked(order(s, ten)), []]),
      [looked(order('fila', 'null')), []],
      [looked(order('fila', NOW)), []],
      [looked(order('fila', at('-1 second'))), []],
      [looked(order('fila', at('10.2 seconds'))), [[11, 1]]],
      [looked(order('fila', at('61 seconds'))), []],
      [looked(run('espera', at('30 seconds'))), [[30, 1]]],
      ...['andando', 'pronto', 'falhou'].map((s): [string, unknown[]] => [looked(run(s, ten)), []]),
      [looked(order('fila', ten), order('fila', at('-1 hour'), 2), run('espera', at('30 seconds'))), [[10, 1]]],
    ],
  )
  await g.decides(next, [NOBODY], /is the platform's/)
})
test('messages and systems that stand more than a minute ahead of the clock wait as long as they were told to', async () => {
  const { c } = g
  const back = `select app.webhooks_clock_back(${NOW})`
  const beside = (column: string) => `extract(epoch from ${column} - ${NOW})::int`
  const hook = (turn: string, rests = 'null') =>
    `insert into webhooks (company_id, id, name, url, events, created_at, turn_at, rests_until) overriding system value
      values (${c.id}, 1, 'x', 'x', '{}', ${NOW}, ${turn}, ${rests}); ${back}`
  await g.decides(
    `select ${beside('turn_at')}, ${beside('rests_until')} from webhooks`,
    [],
    [],
    [
      [hook(at('1 hour')), [[0, null]]],
      [hook(at('1 hour'), at('61 minutes')), [[0, 60]]],
      [hook(at('1 minute'), at('61 minutes')), [[60, 3660]]],
      [hook(at('61 seconds'), at('61 seconds')), [[0, 0]]],
      [hook(at('-1 hour'), at('1 hour')), [[-3600, 3600]]],
    ],
  )
  const message = (tried: string, next: string, status = 'fila') =>
    `insert into webhook_deliveries (company_id, id, webhook_id, message, type, about, object_id, status, occurred_at, tried_at, next_at)
      overriding system value values (${c.id}, 1, 1, gen_random_uuid(), 'test', 'test', 1, '${status}', ${NOW}, ${tried}, ${next}); ${back}`
  await g.decides(
    `select ${beside('tried_at')}, ${beside('next_at')} from webhook_deliveries`,
    [],
    [],
    [
      [message(at('1 hour'), at('61 minutes')), [[0, 60]]],
      [message(at('1 minute'), at('61 minutes')), [[60, 3660]]],
      [message(at('61 seconds'), at('70 seconds')), [[0, 9]]],
      [message('null', at('1 hour')), [[null, 3600]]],
      [message(at('-1 hour'), at('1 hour')), [[-3600, 3600]]],
      ...['entregue', 'desistiu'].map((s): [string, unknown[]] => [
        message(at('1 hour'), at('61 minutes'), s),
        [[3600, 3660]],
      ]),
    ],
  )
  await g.decides(back, [NOBODY], /is the platform's/)
})
