// How much work a sign-in is, counted by derivations of a password.
import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { aCompany, type Company, startTestApp, type TestApp, UNLIMITED } from '../../../../test/kit.ts'

let t: TestApp
const companies: Company[] = []
/** Each derivation is sent to a thread. */
const derived = mock.method(Worker.prototype, 'postMessage')
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  for (let i = 0; i < 4; i++) companies.push(await aCompany(t))
})
after(async () => {
  mock.restoreAll()
  await t.close()
})
const signIn = (email: string, password: string) => t.call('POST', '/api/v1/auth/login', { body: { email, password } })
/** Derivations that a sign-in took, with its status. */
async function work(email: string, password: string): Promise<[number, number]> {
  const before = derived.mock.callCount()
  const { status } = await signIn(email, password)
  return [derived.mock.callCount() - before, status]
}
/** One e-mail in so many companies, each with a password of its own; given by the admins. */
async function inCompanies(email: string, many: number): Promise<void> {
  for (const [i, c] of companies.slice(0, many).entries()) {
    const body = { name: 'Rosa Lima', email, password: `frase comprida número ${i}`, level: 3 }
    assert.equal((await t.call('POST', '/api/v1/users', { token: c.admin.token, body })).status, 200)
  }
}

test('at the main host a wrong password is the same work for an e-mail in no company, in one and in four', async () => {
  await inCompanies('uma@teste.test', 1)
  await inCompanies('quatro@teste.test', 4)
  for (const email of ['nenhuma@teste.test', 'uma@teste.test', 'quatro@teste.test'])
    assert.deepEqual([email, ...(await work(email, 'errada'))], [email, 1, 401])
})
test('each of the four passwords opens its own company, with the same work', async () => {
  await inCompanies('todas@teste.test', 4)
  for (const [i, c] of companies.entries()) {
    const r = await signIn('todas@teste.test', `frase comprida número ${i}`)
    assert.deepEqual([r.status, r.body.company.id], [200, c.id])
  }
  assert.deepEqual(await work('todas@teste.test', 'frase comprida número 3'), [1, 200])
})
test('a password of before, with a salt of its own, joins the others when its person signs in', async () => {
  await inCompanies('antiga@teste.test', 2)
  const { rows } = await t.owner.query(
    "select id, password_hash from users where email = 'antiga@teste.test' order by id",
  )
  const { hashPassword } = await import('#server/passwords.ts')
  await t.owner.query('update users set password_hash = $2 where id = $1', [
    rows[1].id,
    await hashPassword('frase comprida número 1'),
  ])
  // Somebody whose row says the same, by whatever way: it is not theirs that is written.
  const c = companies[0] as Company
  const same = 'update users u set password_hash = x.password_hash from users x where u.id = $1 and x.id = $2'
  await t.owner.query(same, [c.client.id, rows[1].id])
  const hashOf = async (id: number) =>
    (await t.owner.query('select password_hash from users where id = $1', [id])).rows[0].password_hash
  const was = await hashOf(c.client.id)
  assert.equal((await signIn('antiga@teste.test', 'frase comprida número 1')).body.user.id, Number(rows[1].id))
  assert.equal(await hashOf(c.client.id), was)
  assert.deepEqual(await work('antiga@teste.test', 'errada'), [1, 401])
  assert.equal((await signIn('antiga@teste.test', 'frase comprida número 1')).body.user.id, Number(rows[1].id))
  assert.equal((await signIn('antiga@teste.test', 'frase comprida número 0')).body.user.id, Number(rows[0].id))
})
