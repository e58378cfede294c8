// A full disk is said as what it is, wherever it is met.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { aCompany, type Company, startTestApp, type TestApp } from './kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
const SENTENCE =
  'O servidor está sem espaço para guardar. Nada foi gravado: tente de novo em alguns minutos ou avise o suporte.'

test('a photo that no longer fits on the disk is 507 with a sentence, and nothing is stored', async () => {
  const image = new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 60, height: 60, channels: 3, background: '#b4532a' } })
          .png()
          .toBuffer(),
      ),
    ],
    'foto.png',
    { type: 'image/png' },
  )
  const { hold } = t.kit.storage
  t.kit.storage.hold = () =>
    Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
  const category = { name: 'Sem espaço', file: image }
  const r = await t.call('POST', '/api/v1/categories', { token: a.admin.token, form: category })
  t.kit.storage.hold = hold
  assert.deepEqual(
    [r.status, r.body.code, r.body.message, r.headers['retry-after']],
    [507, 'storage_full', SENTENCE, '60'],
  )
  assert.deepEqual((await t.call('GET', '/api/v1/categories', { token: a.admin.token })).body.data, [])
  assert.equal(
    (await t.call('POST', '/api/v1/categories', { token: a.admin.token, form: category })).status,
    200,
    'with room again it works by itself',
  )
})
test('a database without room is 507 with the same sentence', async () => {
  await t.owner.query(`
    create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on categories for each row execute function full_disk()`)
  const r = await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Cheio' } })
  await t.owner.query('drop trigger full_disk on categories')
  assert.deepEqual([r.status, r.body.code, r.body.message], [507, 'storage_full', SENTENCE])
})
