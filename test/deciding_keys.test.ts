// The database's own functions and keys, asked by themselves: whose an address is, and who is there twice.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { superUrl } from './database.ts'
import { type Ground, ground, inside } from './decides.ts'

let g: Ground
before(async () => {
  g = await ground()
})
after(() => g.close())

const PATHS = 'select array_agg(path order by path) from company_paths'
const begin = (path: string) => `insert into companies (path, name, valid_until) values ('${path}', 'x', '2030-01-01')`

test('an address is one company’s: taken as it begins and as it moves, free when it is left, and kept by one that is gone', async () => {
  const { c, other } = g
  const both = [c.path, other.path].sort()
  const move = (id: number, path: string) => `update companies set path = '${path}' where id = ${id}`
  await g.decides(
    PATHS,
    [],
    [both],
    [
      [begin('a-nova'), [['a-nova', ...both].sort()]],
      [move(c.id, 'a-nova'), [['a-nova', other.path].sort()]],
      [`${move(c.id, 'a-nova')}; ${move(other.id, c.path)}`, [['a-nova', c.path].sort()]],
      [`${move(c.id, 'a-nova')}; ${move(c.id, c.path)}`, [both]],
      [`update companies set name = 'y', path = path`, [both]],
    ],
    { triggers: true },
  )
  const taken = /company_paths_pkey/
  await g.decides(begin(c.path), [], taken, [[`update companies set deleted_at = now()`, taken]], { triggers: true })
  await g.decides(move(c.id, other.path), [], taken, [[move(other.id, 'a-nova'), []]], { triggers: true })
  const held = (path: string) => `select app.hold_path('${path}', true)`
  await g.decides(held('a-nova'), [], [true], [[begin('a-nova'), [false]]], { triggers: true })
  await g.decides(held(c.path), [], [false], [[move(c.id, 'a-nova'), [true]]], { triggers: true })
})
test('an address that somebody is about to take is waited for, or taken for taken', async () => {
  const [one, two] = [0, 1].map(() => new pg.Client({ connectionString: superUrl(g.t) })) as [pg.Client, pg.Client]
  for (const x of [one, two]) await x.connect()
  const hold = async (x: pg.Client, path: string, wait: boolean) =>
    (await x.query('select app.hold_path($1, $2) as held', [path, wait])).rows[0].held as boolean
  try {
    for (const end of ['commit', 'rollback'] as const) {
      const path = `aos-dois-${end}`
      await one.query('begin')
      assert.equal(await hold(one, path, false), true)
      assert.equal(await hold(two, path, false), false)
      assert.equal(await hold(two, `${path}-2`, false), true, 'another address is nobody’s')
      await one.query(begin(path))
      const waits = hold(two, path, true)
      await one.query(end)
      assert.equal(await waits, end === 'rollback')
    }
  } finally {
    for (const x of [one, two]) await x.end()
  }
})
test('a session goes with its person, who is one of its company’s', async () => {
  const { c, other } = g
  const person = `insert into users (company_id, id, level, name) overriding system value values (${c.id}, 901, 3, 'Vai embora')`
  const session = (company: number) =>
    `insert into sessions (hash, user_id, company_id, kind, created_at, last_seen) values ('\\x02', 901, ${company}, 'user', now(), now())`
  await g.decides(
    'select count(*)::int from sessions where user_id = 901',
    [inside(c.id), person, session(c.id)],
    [1],
    [['delete from users where id = 901', [0]]],
    { triggers: true },
  )
  await g.decides(session(other.id), [inside(c.id), person], /sessions_company_id_user_id_fkey/, [], { triggers: true })
})
test('of people and mails none is there twice, the platform’s no more than a company’s', async () => {
  const { c, other, operator } = g
  const person = (company: number | null, id: number) =>
    `insert into users (company_id, id, level, name) overriding system value values (${company}, ${id}, ${company ? 3 : 0}, 'x')`
  const mail = (company: number | null, key: string) =>
    `insert into mails (company_id, key, recipient, template) values (${company}, '${key}', 'x@x.test', 'x')`
  const named = (company: number | null) =>
    `insert into users (company_id, level, name, email) values (${company}, ${company ? 3 : 0}, 'x', 'Dupla@x.test')`
  const there = [named(null), named(c.id), mail(null, 'k'), mail(c.id, 'k')]
  for (const [again, says] of [
    [person(null, operator.id), /users_of_company/],
    [person(c.id, c.client.id), /users_of_company/],
    [named(null), /users_email/],
    [named(c.id), /users_email/],
    [named(other.id), []],
    [mail(null, 'k'), /mails_keys/],
    [mail(c.id, 'k'), /mails_keys/],
    [mail(other.id, 'k'), []],
  ] as const)
    await g.decides(again, there, says as RegExp | unknown[])
})
