// Every list of every contract, written in every way in which clients write lists in forms: read, and never dropped.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as z from 'zod/mini'
import { features } from '#features.ts'
import { type OpenApi, openApi } from '#features/docs/server/openapi.ts'
import { listsOf, valueOf } from '#server/lists.ts'
import { registered, serve } from '#server/serve.ts'
import { endpoint } from '#shared/wire.ts'
import { aCompany, aProduct, type Company, startTestApp, type TestApp } from './kit.ts'

type Field = ReturnType<typeof listsOf> extends ReadonlyMap<string, infer L> ? L : never
interface Probe {
  /** Of which call, and which list of it. */
  name: string
  method: string
  field: string
  list: Field
  url: string
}
let t: TestApp
let a: Company
const probes: Probe[] = []
/** Calls that take one list each, by the very schema of the contract, and answer what they read. */
const probing: (typeof features)[number] = (app, kit) => {
  for (const call of registered.slice())
    for (const side of ['body', 'query'] as const) {
      const { [side]: schema } = call.options
      for (const [field, list] of listsOf(schema)) {
        const url = `/api/probe/${probes.length}` as const
        const { [field]: own } = (schema as unknown as { shape: Record<string, z.ZodMiniType> }).shape
        const only = z.object({ [field]: own as z.ZodMiniType })
        const method = side === 'body' ? 'POST' : 'GET'
        const options = { does: '', levels: 'anyone', data: z.unknown() } as const
        if (side === 'body')
          serve(app, kit, endpoint(`POST ${url}`, { ...options, body: only }), ({ body }) => Promise.resolve(body))
        else serve(app, kit, endpoint(`GET ${url}`, { ...options, query: only }), ({ query }) => Promise.resolve(query))
        probes.push({ name: `${call.method} ${call.path} ${side}`, method, field, list, url })
      }
    }
}
before(async () => {
  t = await startTestApp({ features: [...features, probing] })
  a = await aCompany(t)
})
after(() => t.close())

/** A value of the wire that a schema takes; `n` tells two apart. */
function sample(schema: z.core.$ZodType, n: number): unknown {
  const value = valueOf(schema)
  const def = (value as z.core.$ZodTypes)._zod.def
  const fits = (v: unknown) => z.safeDecode(value, v as never).success
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(def.shape)
        .filter(([, s]) => (s as z.core.$ZodTypes)._zod.def.type !== 'optional')
        .map(([k, s]) => [k, sample(s, n)]),
    )
  if (def.type === 'enum') return Object.values(def.entries)[n % Object.values(def.entries).length]
  if (def.type === 'record') return {}
  const found = [n + 1, `texto ${n}`, '2026-11-21', true].find(fits)
  if (found === undefined) throw new Error(`no sample of ${def.type}`)
  return found
}
const text = (v: unknown) => (typeof v === 'object' ? JSON.stringify(v) : String(v))
type Pairs = [string, string][]
const forms = {
  urlencoded: (pairs: Pairs) => ({
    type: 'application/x-www-form-urlencoded',
    payload: String(new URLSearchParams(pairs)),
  }),
  multipart: (pairs: Pairs) => ({
    type: 'multipart/form-data; boundary=xx',
    payload: `${pairs.map(([k, v]) => `--xx\r\ncontent-disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`).join('')}--xx--\r\n`,
  }),
}
async function ask(p: Probe, pairs: Pairs, form: keyof typeof forms): Promise<unknown> {
  const { type, payload } = forms[form](pairs)
  const r = await t.app.inject(
    p.method === 'GET'
      ? { method: 'GET', url: `${p.url}?${String(new URLSearchParams(pairs))}` }
      : { method: 'POST', url: p.url, payload, headers: { 'content-type': type } },
  )
  return r.statusCode === 200 ? r.json().data[p.field] : r.json()
}
/** The ways in which clients write a list of these values. */
function ways(field: string, values: unknown[], numbers: boolean): Record<string, Pairs> {
  const all = values.map(text)
  return {
    'name[]': all.map((v) => [`${field}[]`, v]),
    'name[0]': all.map((v, i) => [`${field}[${i}]`, v]),
    'name[1] before name[0]': all.map((v, i): [string, string] => [`${field}[${i}]`, v]).toReversed(),
    'JSON text': [[field, JSON.stringify(values)]],
    ...(all.length > 1 && { 'the name again': all.map((v): [string, string] => [field, v]) }),
    ...(all.length > 1 &&
      numbers && { commas: [[field, all.join(',')]], 'commas in name[]': [[`${field}[]`, all.join(', ')]] }),
  }
}
const wrong: string[] = []
const compare = (what: string, found: unknown, wanted: unknown) => {
  try {
    assert.deepEqual(found, wanted)
  } catch {
    wrong.push(`${what}: ${JSON.stringify(found)}`)
  }
}
test('every list of every contract is read in every way in which forms write lists', async () => {
  assert.ok(probes.length >= 30, `${probes.length} lists`)
  for (const p of probes) {
    const { element, text: words } = p.list
    const values = [sample(element, 0), sample(element, 1)]
    const numbers = z.safeDecode(element as z.ZodMiniType, 1 as never).success
    for (const many of [values, values.slice(0, 1)])
      for (const form of p.method === 'GET' ? (['urlencoded'] as const) : (['urlencoded', 'multipart'] as const)) {
        const wanted = await ask(p, [[p.field, JSON.stringify(many)]], form)
        if (!words) compare(`${p.name} ${p.field} JSON text`, Array.isArray(wanted) && wanted.length, many.length)
        for (const [way, pairs] of Object.entries(ways(p.field, many, numbers)))
          compare(`${p.name} ${p.field} ${way} ${form}`, await ask(p, pairs, form), wanted)
        if (many.length === 1 && !words)
          compare(`${p.name} ${p.field} bare ${form}`, await ask(p, [[p.field, text(many[0])]], form), wanted)
      }
    compare(
      `${p.name} ${p.field} none`,
      await ask(p, [[`${p.field}[]`, '']], 'urlencoded'),
      await ask(p, [[p.field, '[]']], 'urlencoded'),
    )
  }
  assert.deepEqual(wrong, [])
})
test('a list that a call does not have is named, in a body and in a query', async () => {
  for (const p of probes)
    for (const name of ['zzz[]', 'zzz[0]', `${p.field}[x]`, `${p.field}[0][id]`]) {
      const answer = (await ask(p, [[name, '1']], 'urlencoded')) as { code?: string; errors?: object }
      assert.deepEqual(
        [answer.code, Object.keys(answer.errors ?? {}).includes(name)],
        ['invalid', true],
        `${p.name} ${name}`,
      )
    }
})
test('the same by JSON, and by the calls themselves', async () => {
  const category = async (name: string) =>
    (await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name } })).body.data.id as number
  const [one, two] = [await category('Um'), await category('Dois')]
  const form = async (method: string, url: string, pairs: Pairs) => {
    const { type, payload } = forms.multipart(pairs)
    const headers = { authorization: `Bearer ${a.admin.token}`, 'content-type': type }
    const r = await t.app.inject({ method: method as 'POST', url, payload, headers })
    return { status: r.statusCode, body: r.json() }
  }
  const product = await form('POST', '/api/v1/products', [
    ['name', 'Moringa'],
    ['price', '1'],
    ['categories[]', String(one)],
    ['categories[]', String(two)],
    ['tags[]', 'novo'],
    ['tags[]', 'barro'],
  ])
  assert.equal(product.status, 200, JSON.stringify(product.body))
  assert.deepEqual(
    [product.body.data.categories, product.body.data.tags],
    [
      [one, two],
      ['novo', 'barro'],
    ],
  )
  const user = `/api/v1/users/${a.client.id}`
  const hidden = await form('POST', user, [
    ['_method', 'PUT'],
    ['hiddenCategories[]', `${one},${two}`],
  ])
  assert.deepEqual(hidden.body.data.hiddenCategories, [one, two])
  const none = await form('POST', user, [
    ['_method', 'PUT'],
    ['hiddenCategories[]', ''],
  ])
  assert.deepEqual(none.body.data.hiddenCategories, [])
  const master = await form('POST', '/api/v1/categories', [
    ['name', 'Mestra'],
    ['is_master_category', '1'],
    ['sub_categories[0]', String(one)],
    ['sub_categories[1]', String(two)],
  ])
  assert.deepEqual(master.body.data.sub_categories.map((s: { id: number }) => s.id).toSorted(), [one, two])
  const { id } = await aProduct(t, a)
  const json = await t.call('PUT', `/api/v1/products/${id}`, {
    token: a.admin.token,
    body: { 'categories[]': [one], categories: two },
  })
  assert.deepEqual(json.body.data.categories.toSorted(), [one, two])
  const before = (await t.call('GET', `/api/v1/products/${id}`, { token: a.admin.token })).body.data
  const refused = await form('PUT', `/api/v1/products/${id}`, [
    ['name', 'Outro nome'],
    ['colours[]', 'azul'],
  ])
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['colours[]']])
  assert.deepEqual((await t.call('GET', `/api/v1/products/${id}`, { token: a.admin.token })).body.data, before)
})
test('the documentation calls every list an array', () => {
  const { paths }: OpenApi = openApi(registered)
  const described = JSON.stringify(paths)
  assert.ok(described.includes('"type":"array"'))
  for (const call of registered) {
    const at = paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
    const { requestBody, parameters } = at as {
      requestBody?: {
        content: Record<string, { schema: { properties: Record<string, { type?: string; anyOf?: object[] }> } }>
      }
      parameters: { name: string; schema: { type?: string; anyOf?: object[] } }[]
    }
    const properties = Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {}
    for (const field of listsOf(call.options.body).keys())
      if (!call.options.files?.[field])
        assert.match(JSON.stringify(properties[field]), /"type":"array"/, `${call.path} ${field}`)
    for (const field of listsOf(call.options.query).keys())
      assert.match(JSON.stringify(parameters.find((p) => p.name === field)?.schema), /"type":"array"/)
  }
})
