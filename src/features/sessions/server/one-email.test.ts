// Several accounts of one e-mail: those of strangers keep nobody out of the own one.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { hashPassword } from '#server/passwords.ts'
import { aCompany, aPerson, aProduct, startTestApp, type TestApp, UNLIMITED, until } from '../../../../test/kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  await t.jobs()
})
after(() => t.close())
const OWN = 'a senha de verdade'
const SALT = 'o6qbcsYXBarpfBSUqEGHqQ'
const HOUR = 3_600_000
const signIn = async (email: string, password: string, host = '') => {
  const r = await t.call('POST', '/api/v1/auth/login', {
    body: { email, password },
    ...(host && { headers: { host } }),
  })
  return r.status === 200 ? (r.body.company?.id ?? 'operação') : r.status
}
/** Trials that strangers signed up under an e-mail, so many hours ago. */
async function strangers(email: string, many: number, hours = 1): Promise<{ id: number; path: string }[]> {
  const created_at = new Date(t.clock.now().getTime() - hours * HOUR)
  const password_hash = await hashPassword('a senha do estranho', SALT)
  const made = []
  for (let i = 0; i < many; i++) {
    const { rows } = await t.owner.query(
      `insert into companies (path, name, valid_until, trial, signed_up, created_at)
        values ($1, $1, '2026-12-12', true, true, $2) returning id, path`,
      [`estranho-${email.split('@')[0]}-${i}`, created_at],
    )
    await t.owner.query(
      'insert into users (company_id, level, name, email, password_hash) values ($1, 1, $2, $3, $4)',
      [rows[0].id, 'Estranho', email, password_hash],
    )
    made.push({ id: Number(rows[0].id), path: rows[0].path })
  }
  return made
}
const own = async (email: string, company: number | null, level: number) =>
  aPerson(t, company, level, { email, password_hash: await hashPassword(OWN, SALT) })
const mailTo = (email: string) =>
  until(async () => {
    const folder = join(t.config.dataDir, 'mail')
    return (existsSync(folder) ? readdirSync(folder) : [])
      .filter((f) => f.endsWith('.txt'))
      .map((f) => readFileSync(join(folder, f), 'utf8'))
      .find((m) => m.includes(email) && m.includes('reset#'))
  })

test('sixty strangers’ trials under an e-mail lock out neither a rep nor an operator', async () => {
  const paying = await aCompany(t)
  await strangers('rep@casa.test', 60)
  await own('rep@casa.test', paying.id, 2)
  assert.equal(await signIn('rep@casa.test', OWN), paying.id)
  await strangers('operador@casa.test', 60)
  await own('operador@casa.test', null, 0)
  assert.equal(await signIn('operador@casa.test', OWN), 'operação')
})
test('a rep of eight companies signs in at each by its own password', async () => {
  const companies = await Promise.all(Array.from({ length: 8 }, () => aCompany(t)))
  for (const [i, c] of companies.entries())
    await aPerson(t, c.id, 2, {
      email: 'oito@casa.test',
      password_hash: await hashPassword(`a senha numero ${i}`, SALT),
    })
  for (const [i, c] of companies.entries()) assert.equal(await signIn('oito@casa.test', `a senha numero ${i}`), c.id)
})
test('a trial that is in use comes before strangers’ trials that are not', async () => {
  await strangers('loja@casa.test', 60)
  const c = await aCompany(t, { trial: true, signed_up: true, valid_until: '2026-12-12' })
  await aProduct(t, c)
  await own('loja@casa.test', c.id, 1)
  assert.equal(await signIn('loja@casa.test', OWN), c.id)
})
test('an unused sign-up stops counting at the main host after 48 hours', async () => {
  const [fresh] = await strangers('novo@casa.test', 1, 47)
  assert.equal(await signIn('novo@casa.test', 'a senha do estranho'), fresh?.id)
  const [old] = await strangers('velho@casa.test', 1, 49)
  assert.equal(await signIn('velho@casa.test', 'a senha do estranho'), 401)
  assert.equal(await signIn('velho@casa.test', 'a senha do estranho', `${old?.path}.localhost`), old?.id)
  await t.owner.query('insert into users (company_id, level, name) values ($1, 2, $2)', [old?.id, 'Segunda pessoa'])
  assert.equal(await signIn('velho@casa.test', 'a senha do estranho'), old?.id, 'in use')
})
test('the mail for a forgotten password names all accounts; a used link confirms one', async () => {
  const [first, second] = await strangers('todos@casa.test', 2, 60)
  const paying = await aCompany(t, { name: 'Loja que paga' })
  await own('todos@casa.test', paying.id, 2)
  await t.call('POST', '/api/v1/auth/forgotPassword', { body: { email: 'todos@casa.test' } })
  const mail = (await mailTo('todos@casa.test')).replaceAll(/=\r?\n/g, '')
  for (const name of ['Loja que paga', first?.path ?? '', second?.path ?? '']) assert.ok(mail.includes(name), name)
  const links = new Map(
    [...mail.matchAll(/^(.+): \S+reset#(mo_[\w-]+)/gm)].map(([, name = '', token = '']) => [name, token]),
  )
  assert.equal(links.size, 3, mail)
  const { rows } = await t.owner.query("select params from mails where template = 'passwords' and status = 'enviada'")
  assert.equal(JSON.stringify(rows).includes('reset#'), false, 'the links have left the queue')
  const token = links.get(first?.path ?? '')
  const set = await t.call('PUT', '/api/v1/auth/password', { body: { token, password: 'uma senha confirmada' } })
  assert.equal(set.status, 200, JSON.stringify(set.body))
  assert.equal(await signIn('todos@casa.test', 'uma senha confirmada'), first?.id)
  assert.equal(await signIn('todos@casa.test', 'a senha do estranho'), 401, 'the other one is still unused')
  await t.owner.query("update users set email = 'outro@casa.test' where company_id = $1 and level = 1", [first?.id])
  assert.equal(await signIn('outro@casa.test', 'uma senha confirmada'), 401, 'another address is not confirmed')
})
