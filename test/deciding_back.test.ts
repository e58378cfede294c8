// The database's own functions, asked by themselves: what waits for a mail server that is away, and what a clock that was
// set back left of an ERP's runs and orders.
import { after, before, test } from 'node:test'
import { at, type Ground, ground, NOBODY, NOW } from './decides.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())

const queued = 'graphile_worker._private_jobs'
const mail = (id: number, more = "'espera', false") =>
  `insert into mails (id, key, recipient, template, params, status, away) overriding system value values (${id}, '${id}', 'x', 'x', '{}', ${more})`
const clear = ["select app.add_mail(null, 'task', 'x', 'pt', 'x', '{}')", `delete from ${queued}`, 'delete from mails']

test('a mail that never reached the mail server is marked while it waits; its next try says anew how far it got', async () => {
  await g.decides(
    'select away from mails',
    [...clear, mail(1)],
    [false],
    [
      ['select app.mail_is_away(1)', [true]],
      ['select app.mail_is_away(2)', [false]],
      ['select app.mail_is_away(1); select app.take_mail(1)', [false]],
      ["update mails set status = 'enviada'; select app.mail_is_away(1)", [false]],
      ["select app.mail_is_away(1); update mails set status = 'enviada'; select app.take_mail(1)", [true]],
    ],
  )
  await g.decides(
    'select app.mails_are_away()',
    [...clear, mail(1), mail(2, "'espera', true")],
    [true],
    [
      ['update mails set away = false', [false]],
      ["update mails set status = 'enviada'", [false]],
      ["update mails set status = 'enviada' where id = 1", [true]],
    ],
  )
})
test('one asks for the mail server, ten seconds later; who asks already goes on at his time, with what he knows', async () => {
  const away = 'select app.mail_is_away(1)'
  const soon = `update ${queued} set run_at = run_at - interval '7 seconds'`
  await g.decides(
    `select key, (payload->>'left')::int, payload->'company_id', extract(epoch from run_at - now())::int, max_attempts from ${queued}`,
    [...clear, mail(1)],
    [],
    [
      [away, [['ask_mail_server', 0, null, 10, 25]]],
      [`${away}; ${soon}; ${away}`, [['ask_mail_server', 0, null, 3, 25]]],
      ['select app.ask_mail_server(2, 300)', [['ask_mail_server', 2, null, 300, 25]]],
      [`select app.ask_mail_server(2, 10); ${soon}; ${away}`, [['ask_mail_server', 2, null, 3, 25]]],
      [`${away}; ${soon}; select app.ask_mail_server(1, 10)`, [['ask_mail_server', 1, null, 10, 25]]],
    ],
  )
})
test('mails that never reached the mail server are hurried together, and the try that found nobody does not count', async () => {
  const job = `insert into ${queued} (task_id, payload, key, run_at, attempts, max_attempts)
    select id, '{}', 'mail-1', now() + interval '50 minutes', 8, 25 from graphile_worker._private_tasks limit 1`
  const set = (what: string, changed: string): [string, unknown[]] => [`${changed}; select app.hurry_mails()`, [what]]
  const [hurried, stays] = ['now 7', 'later 8']
  await g.decides(
    `select case when run_at = now() then 'now ' when run_at > now() then 'later ' else 'before ' end || attempts from ${queued}`,
    [...clear, mail(1, "'espera', true"), mail(2), job],
    [stays],
    [
      set(hurried, 'select 1'),
      set(stays, 'update mails set away = false'),
      set(stays, "update mails set status = 'devolvida'"),
      set(stays, `update ${queued} set key = 'mail-2'`),
      set(stays, `update ${queued} set locked_at = now(), locked_by = 'x'`),
      set('later 25', `update ${queued} set attempts = 25`),
      set('now 23', `update ${queued} set attempts = 24`),
      set('now 0', `update ${queued} set attempts = 0`),
      set('before 8', `update ${queued} set run_at = now() - interval '1 second'`),
      set('now 8', `update ${queued} set run_at = now()`),
    ],
  )
})
test('what stands more than a minute ahead of the clock is as old as it can be, and waits as long as it was told to', async () => {
  const { c, other, decides } = g
  const link = `insert into integrations (company_id, id, type, created_at) overriding system value values
    (${c.id}, 1, 'omie', ${NOW}), (${other.id}, 2, 'omie', ${NOW})`
  const kinds = [
    [
      'sync_runs',
      `insert into sync_runs (company_id, id, integration_id, mode, started_at, status, heartbeat_at, resume_at)
        overriding system value values (${c.id}, 1, 1, 'full', ${NOW}`,
      ['andando', 'espera'],
      ['pronto', 'falhou'],
    ],
    [
      'erp_orders',
      `insert into erp_orders (company_id, order_id, integration_id, own_key, status, heartbeat_at, resume_at)
        values (${c.id}, 1, 1, 'MST-1'`,
      ['fila', 'incerto', 'enviando'],
      ['enviado', 'recusado', 'parado'],
    ],
  ] as const
  const back = `select app.erp_clock_back(${NOW})`
  for (const [tbl, put, open, over] of kinds) {
    const row = (status: string, beat: string, resume = 'null') => `${put}, '${status}', ${beat}, ${resume}); ${back}`
    await decides(
      `select extract(epoch from heartbeat_at - ${NOW})::int, extract(epoch from resume_at - ${NOW})::int from ${tbl}`,
      [link],
      [],
      [
        ...open.map((s): [string, unknown[]] => [row(s, at('1 hour')), [[-360, null]]]),
        [row(open[0], at('1 hour'), at('70 minutes')), [[-360, 600]]],
        [row(open[0], at('1 minute'), at('70 minutes')), [[60, 4200]]],
        [row(open[0], at('61 seconds'), at('61 seconds')), [[-360, 0]]],
        [row(open[0], at('-1 hour'), at('1 hour')), [[-3600, 3600]]],
        ...over.map((s): [string, unknown[]] => [row(s, at('1 hour')), [[3600, null]]]),
      ],
    )
  }
  const synced = (at: string) =>
    `update integrations set synced_at = ${at}, synced_until = ${NOW} where id = 1; ${back}`
  await decides(
    `select extract(epoch from synced_at - ${NOW})::int, synced_until is null from integrations where id = 1`,
    [link],
    [[null, true]],
    [
      [synced(at('61 seconds')), [[-1860, true]]],
      [synced(at('1 minute')), [[60, false]]],
      [synced(at('-1 hour')), [[-3600, false]]],
    ],
  )
  await decides(back, [NOBODY], /is the platform's/)
})
