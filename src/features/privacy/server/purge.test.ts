import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { acrossCompanies } from '#server/db.ts'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  type Person,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
} from '../../../../test/kit.ts'
import { keepArchive } from './archive.ts'
import { purgeCompany, purgeRows, purgeTraces } from './writes.ts'

let t: TestApp
let operator: Person
let shared: Blob
let neighbour: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  operator = await aPerson(t, null, 0)
  neighbour = await aCompany(t, { name: 'Casa Vizinha' })
  shared = await picture()
  await upload(neighbour, shared)
  await t.jobs()
})
after(() => t.close())
let drawn = 0
/** A small picture that no other upload has. */
const picture = async () => {
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: { r: 10, g: 20, b: ++drawn } } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(png)])
}
const upload = async (c: Company, image: Blob, more: Record<string, string> = {}) => {
  const r = await t.call('POST', '/api/v2/images/add_image_to_product', {
    token: c.admin.token,
    form: { ...more, image },
  })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return /[0-9a-f]{32}/.exec(r.body.data.path)?.[0] as string
}
let companies = 0
interface Gone {
  id: number
  word: string
  hashes: string[]
}
/** A company with its word everywhere that people write, deleted 31 days ago. */
async function aGoneCompany(): Promise<Gone> {
  const word = `zulmira${++companies}marca`
  const c = await aCompany(t, {
    name: `Loja ${word}`,
    orders_email: `pedidos@${word}.test`,
    about: word,
    settings: { general_message: word },
    city: word,
  })
  const { id } = await aProduct(t, c, { name: `Vaso ${word}` })
  // Rows that hold each other: a category in another, a card that became another, a seller who has a successor.
  const add = (table: string, columns: string, values: unknown[]) =>
    t.owner.query(
      `insert into ${table} (company_id, name, ${columns}) values ($1, $2, ${values.map((_, i) => `$${i + 3}`)}) returning id`,
      [c.id, word, ...values],
    )
  const { rows } = await add('categories', 'is_master_category', [true])
  await add('categories', 'is_master_category, master_id', [false, rows[0].id])
  await add('users', 'level, active, deleted_at, merged_into', [3, false, t.clock.now(), c.client.id])
  await add('users', 'level, successor_id', [2, c.seller.id])
  const hashes: string[] = []
  for (const slot of [1, 2, 3])
    hashes.push(await upload(c, await picture(), { product_id: String(id), slot: String(slot) }))
  await upload(c, shared, { product_id: String(id), slot: '4' })
  await t.owner.query('update users set name = $2, email = $3, document = $2, company_name = $2 where id = $1', [
    c.client.id,
    word,
    `${word}@cliente.test`,
  ])
  assert.equal(
    (
      await order(
        t,
        c,
        c.client.token,
        aCart([{ product_id: id, quantity: 2 }], { name: word, email: `${word}@cliente.test`, description: word }),
      )
    ).status,
    201,
  )
  await t.call('POST', '/api/v1/auth/forgot', { body: { email: `${word}@cliente.test` } })
  await t.owner.query("insert into rate_hits values ($1, 3, now() + interval '1 hour')", [
    `forgot:${word}@cliente.test`,
  ])
  await t.owner.query("insert into mails (key, recipient, template) values (gen_random_uuid(), $1, 'forgot')", [
    `${word}@cliente.test`,
  ])
  assert.equal(
    (
      await t.call('POST', `/api/v2/companies/${c.id}/visit`, {
        token: operator.token,
        body: { reason: `Ajudar ${word}` },
      })
    ).status,
    200,
  )
  const token = `${word}-link`
  await t.owner.query(
    "insert into catalogs (company_id, token, created_by, created_at, expires_at, title, options, view, status) values ($1, $2, $3, now(), now() + interval '1 year', $4, '{}', '{}', 'pronto')",
    [c.id, token, c.admin.id, word],
  )
  await t.kit.storage.put(`${token}-catalog.pdf`, Buffer.from(word))
  await t.owner.query(
    `insert into subscriptions (company_id, status, plan_id, option, amount_cents, billing_name, billing_document,
      billing_email, phone, cancel_reason, due_date, best_day_due, created_at)
     values ($1, 'cancelada', 1, 'pix', 100, 'Quem pagou', '52998224725', $2, $2, $2, '2026-01-01', 1, now())`,
    [c.id, word],
  )
  await until(
    async () =>
      (
        await t.owner.query("select 1 from graphile_worker._private_jobs where payload->>'company_id' = $1", [
          String(c.id),
        ])
      ).rowCount === 0,
  )
  await t.owner.query(
    "select graphile_worker.add_job('send_mail', json_build_object('company_id', $1::int, 'who', $2::text), run_at => now() + interval '1 year')",
    [c.id, word],
  )
  await keepArchive(t.kit, c.id)
  await t.owner.query("update companies set deleted_at = $2::timestamptz - interval '31 days' where id = $1", [
    c.id,
    t.clock.now(),
  ])
  assert.ok((await leftOf({ id: c.id, word, hashes })).length > 20, 'what is looked for is there before')
  return { id: c.id, word, hashes }
}
/** Where anything of a company still stands: rows of every table there is, files by name and by what is in them. */
async function leftOf({ id, word, hashes }: Gone): Promise<string[]> {
  const left: string[] = []
  const tables = await t.owner.query<{ name: string }>(
    "select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')",
  )
  for (const { name } of tables.rows) {
    const { rows } = await t.owner.query(`select 1 from ${name} x where x::text ilike '%' || $1 || '%'`, [word])
    left.push(...rows.map(() => name))
  }
  for (const file of globSync('**/*.*', { cwd: t.config.dataDir })) {
    if (/(^|\/)pg\//.test(file)) continue
    if (
      file.includes(word) ||
      file.includes(`empresa-${id}.`) ||
      hashes.some((h) => file.includes(h)) ||
      readFileSync(join(t.config.dataDir, file)).includes(word)
    )
      left.push(file)
  }
  return left
}
const erase = (c: Gone, when = '') => {
  const { dataDir, databaseUrl, ownerUrl } = t.config
  const child = spawnSync(
    process.execPath,
    ['test/purge.ts', dataDir, databaseUrl, ownerUrl, String(c.id), t.clock.now().toISOString(), when],
    {
      encoding: 'utf8',
    },
  )
  if (when === '') assert.equal(child.status, 0, child.stderr)
  else assert.equal(child.signal, 'SIGKILL', child.stderr)
  return Number(child.stdout)
}
const sharedStands = async () => {
  const { hash } = (await t.owner.query('select hash from files where company_id = $1', [neighbour.id])).rows[0]
  return (await t.kit.storage.has(`${hash}-original.png`)) && (await t.kit.storage.has(`${hash}-400.webp`))
}

test('a company that was deleted is gone from every table, file and copy, wherever the work was killed; what a neighbour shares with it stays', async () => {
  const whole = await aGoneCompany()
  const steps = erase(whole)
  assert.deepEqual(await leftOf(whole), [])
  assert.ok(steps > 20, `${steps} steps`)
  const all = [1, 3, 4, 5, 7, 9, Math.round(steps * 0.4), Math.round(steps * 0.7), steps - 2, steps]
  // Every other one; with --long all.
  for (const at of all.filter((_, i) => process.env.LONG || i % 2 === 1)) {
    const c = await aGoneCompany()
    erase(c, String(at))
    erase(c)
    assert.deepEqual(await leftOf(c), [], `killed before step ${at} of ${steps}`)
    const row = (await t.owner.query('select name, purged_at from companies where id = $1', [c.id])).rows[0]
    assert.deepEqual([row.name, row.purged_at !== null], [`Empresa ${c.id}`, true])
  }
  assert.ok(await sharedStands())
  const paid = await t.owner.query('select billing_name, billing_document from subscriptions where company_id = $1', [
    whole.id,
  ])
  assert.deepEqual(
    paid.rows,
    [{ billing_name: 'Quem pagou', billing_document: '52998224725' }],
    'the books keep who paid',
  )
})
test('only what was deleted more than 30 days ago is erased, and a neighbour’s people keep their seller, and it its visitor', async () => {
  const rows = async (c: Company) =>
    (
      await t.owner.query(
        `select (select md5(string_agg(u::text, '' order by id)) from users u where company_id = $1) as people,
          (select c::text from companies c where id = $1) as company,
          (select string_agg(x::text, '' order by id) from categories x where company_id = $1) as shelves,
          (select string_agg(p::text, '' order by id) from platform_log p where about_company = $1) as visits,
          (select string_agg(j.payload::text, '' order by id) from graphile_worker._private_jobs j
            where j.payload->>'company_id' = $1::text and j.run_at > now() + interval '1 month') as work,
          (select string_agg(m::text, '' order by id) from mails m where recipient = $2) as mails,
          (select string_agg(r::text, '') from rate_hits r where key = 'forgot:' || $2) as hits`,
        [c.id, c.client.email],
      )
    ).rows[0]
  const yesterday = await aCompany(t)
  await t.owner.query("update companies set deleted_at = $2::timestamptz - interval '30 days' where id = $1", [
    yesterday.id,
    t.clock.now(),
  ])
  for (const { id, client } of [yesterday, neighbour]) {
    const { rows: made } = await t.owner.query(
      "insert into categories (company_id, name, is_master_category) values ($1, 'Barro', true) returning id",
      [id],
    )
    await t.owner.query("insert into categories (company_id, name, master_id) values ($1, 'Moringas', $2)", [
      id,
      made[0].id,
    ])
    await t.owner.query(
      "insert into platform_log (who, action, object, about_company, name) values ('Ana', 'visit', 'company', $1, 'Ajudar')",
      [id],
    )
    await t.owner.query("insert into rate_hits values ('forgot:' || $1, 3, now() + interval '1 hour')", [client.email])
    await t.owner.query(
      "select graphile_worker.add_job('send_mail', json_build_object('company_id', $1::int), run_at => now() + interval '1 year')",
      [id],
    )
    for (const company of [null, id])
      await t.owner.query(
        "insert into mails (company_id, key, recipient, template) values ($1, gen_random_uuid(), $2, 'forgot')",
        [company, client.email],
      )
  }
  const gone = await aGoneCompany()
  const before = [await rows(yesterday), await rows(neighbour)]
  for (const id of [yesterday.id, neighbour.id])
    await acrossCompanies(t.kit.pool, async (tx) => {
      assert.equal(await purgeRows(tx, id, t.clock.now(), 1000), 0)
      await purgeCompany(tx, id, t.clock.now())
      await purgeTraces(tx, id, t.clock.now())
    })
  for (const all of before) for (const [name, value] of Object.entries(all)) assert.ok(value, name)
  erase(gone)
  assert.deepEqual([await rows(yesterday), await rows(neighbour)], before)
  assert.equal(
    await acrossCompanies(t.kit.pool, (tx) => purgeRows(tx, gone.id, t.clock.now(), 1000)),
    0,
    'twice is once',
  )
})
test('twin: with the rows gone before the files, a kill in between leaves photos, PDFs and mails for ever', async () => {
  const c = await aGoneCompany()
  erase(c, 'rows-first')
  erase(c)
  const left = (await leftOf(c)).join()
  for (const kind of [/original\.png/, /catalog\.pdf/, /mail\/pedido/]) assert.match(left, kind)
})
test('a company that is being erased cannot come back any more; one deleted yesterday can', async () => {
  const c = await aGoneCompany()
  const restore = (id: number) => t.call('POST', `/api/v2/companies/${id}/restore`, { token: operator.token })
  const late = await restore(c.id)
  assert.equal(late.status, 404)
  assert.match(late.body.message, /30 dias/)
  const other = await aCompany(t)
  await t.call('DELETE', `/api/v1/companies/${other.id}`, { token: operator.token })
  assert.equal((await restore(other.id)).status, 200)
})
test('a company’s rows go one at a time as well, whatever holds whatever', async () => {
  const c = await aGoneCompany()
  let many = 0
  while ((await acrossCompanies(t.kit.pool, (tx) => purgeRows(tx, c.id, t.clock.now(), 1))) > 0) many++
  assert.ok(many > 30, `${many} rows`)
  const { rows } = await t.owner.query('select 1 from users where company_id = $1', [c.id])
  assert.equal(rows.length, 0)
})
test('rows that something else holds are an error that says which, not a company that looks erased', async () => {
  const c = await aGoneCompany()
  await t.owner.query(
    'create table holds (company bigint, person bigint, foreign key (company, person) references users (company_id, id))',
  )
  try {
    await t.owner.query('insert into holds select company_id, id from users where company_id = $1', [c.id])
    await assert.rejects(async () => {
      for (let i = 0; i < 500; i++)
        if ((await acrossCompanies(t.kit.pool, (tx) => purgeRows(tx, c.id, t.clock.now(), 1000))) === 0) return
    }, /keeps rows of/)
  } finally {
    await t.owner.query('drop table holds')
  }
})
