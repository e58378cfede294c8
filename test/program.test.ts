// What npm start runs: the program that the build makes of the server's sources, and what it reaches beside itself.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { buildProgram } from '../scripts/program.ts'
import { until } from './kit.ts'
import { endAll, folder, ready, root, serverOf, start, stop } from './starting.ts'

after(endAll)
const written = (program: string) =>
  globSync('*.js', { cwd: dirname(program) }).map((name) => readFileSync(join(dirname(program), name), 'utf8'))

test('asked for twice at the same time it is made once, and what it looks for beside its sources is there', async () => {
  const [program, same] = await Promise.all([buildProgram(), buildProgram()])
  assert.equal(program, same)
  const text = written(program).join('\n')
  const paths = [...text.matchAll(/import\.meta\.(?:dir|file)name(?: \+ "([^"]+)")?/g)]
  assert.ok(paths.length > 5, `${paths.length} places are seen`)
  for (const [all, path] of paths) assert.ok(path && existsSync(resolve(dirname(program), `.${path}`)), all)
  assert.match(text, /function buildApp\(/, 'its log names what it was doing')
  assert.doesNotMatch(text, /from "(zod|#)/, 'the checker of shapes is in it')
  assert.doesNotMatch(text, /[^\0-\xff]/, 'one byte for each of its characters')
  for (const [raw] of text.matchAll(/String\.raw`[^`]*`/g)) assert.doesNotMatch(raw, /\\u[0-9a-f]{4}/)
})
test('it works: a sheet goes out and is read again, a photo is decoded, a catalogue is drawn', async () => {
  const s = await start(folder())
  assert.ok(await ready(s), s.output())
  assert.match(readFileSync(`/proc/${serverOf(s)}/cmdline`, 'utf8'), new RegExp(`${root}/build/program/\\w+/server.js`))
  const ask = (path: string, body: object | FormData, token = '') =>
    fetch(s.origin + path, {
      method: 'POST',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
  const login = await ask('/api/v1/auth/login', { email: 'admin@mostruario.test', password: 'mostruario' })
  const { token } = (await login.json()) as { token: string }

  const sheet = new FormData()
  sheet.append('file', await (await ask('/api/v2/xls/export', {}, token)).blob(), 'produtos.xlsx')
  const preview = await ask('/api/v2/xls/preview', sheet, token)
  const { data: read } = (await preview.json()) as { data: { file: { what: string }; counts: { same: number } } }
  assert.equal(read.file.what, 'xlsx')
  assert.ok(read.counts.same > 20, JSON.stringify(read.counts))

  const png = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#b33' } })
    .png()
    .toBuffer()
  const photo = new FormData()
  photo.append('image', new Blob([Uint8Array.from(png)]), 'vaso.png')
  const added = await ask('/api/v2/images/add_image_to_product', photo, token)
  assert.equal(added.status, 200, await added.clone().text())

  const shape = { title: 'Catálogo', model: 'vitrine', per_page: 9, prices: '1', qr: '1', openings: '1' }
  const asked = await ask('/api/v2/catalogs', { ...shape, only_active: '1' }, token)
  const { data: made } = (await asked.json()) as { data: { id: number } }
  const now = async () => {
    const list = await fetch(`${s.origin}/api/v2/catalogs`, { headers: { authorization: `Bearer ${token}` } })
    const { data } = (await list.json()) as { data: { id: number; status: string }[] }
    return data.find((one) => one.id === made.id)?.status
  }
  await until(async () => ['pronto', 'falhou'].includes((await now()) ?? ''))
  assert.equal(await now(), 'pronto')
  await stop(s)
})
