// What a stranger's address may do to the pages: nothing but an answer; and where a
// sign-in may lead: to this site only.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { aCompany, type Company } from '../test/kit.ts'
import { DESK, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let port: number
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t)
  port = Number(new URL(site.at(a.path)).port)
})
after(() => site.close())

/** The status and headers of a request written as it stands: fetch would mend the address. */
const get = (path: string, headers = '') =>
  new Promise<string>((done) => {
    const line = connect({ port, host: '127.0.0.1' }, () =>
      line.write(`GET ${path} HTTP/1.1\r\nhost: ${a.path}.localhost\r\nconnection: close\r\n${headers}\r\n`),
    )
    let heard = ''
    line.on('data', (d) => (heard += d.toString('latin1'))).on('close', () => done(heard))
  })
const statusOf = (heard: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1])

test('addresses and ranges that make no sense are 4xx, and a range that does gets its part', async () => {
  for (const path of ['//', '/\\', '//evil.example/', '/\\evil.example', 'http://evil.example/', '*']) {
    const status = statusOf(await get(path))
    assert.ok(status >= 400 && status < 500, `${path}: ${status}`)
  }
  const html = await get('/pedidos')
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? []
  assert.ok(script, html.slice(0, 500))
  for (const [range, wanted] of [
    ['bytes=0-9', 206],
    ['bytes=-5', 206],
    ['bytes=999999999-', 416],
    ['bytes=9-2', 416],
    ['bytes=abc', 416],
    ['bytes=--', 416],
    ['bytes=0-0,1-1', 206],
    ['pedacos=1-2', 200],
    ['%', 200],
  ] as const) {
    for (const encoding of ['', 'accept-encoding: br\r\n']) {
      const heard = await get(script, `range: ${range}\r\n${encoding}`)
      const status = statusOf(heard)
      assert.ok(status === wanted || (status === 200 && wanted !== 206), `${range} ${encoding}: ${heard.slice(0, 300)}`)
    }
  }
})
test('the old address of a catalogue leads to its new one by the configuration, whatever the Host says', async () => {
  const was = a.path
  await site.t.owner.query("update companies set path = path || '-novo' where id = $1", [a.id])
  const heard = await new Promise<string>((done) => {
    const line = connect({ port, host: '127.0.0.1' }, () =>
      line.write(`GET /pedidos?vend=1 HTTP/1.1\r\nhost: ${was}.evil.example\r\nconnection: close\r\n\r\n`),
    )
    line.on('data', (d) => done(String(d)))
  })
  assert.equal(/^location: (.*)\r$/m.exec(heard)?.[1], `http://${was}-novo.localhost:${port}/pedidos?vend=1`)
  await site.t.owner.query('update companies set path = $2 where id = $1', [a.id, was])
})
test('whoever signs in is let in, wherever a mischievous link wanted to lead', async () => {
  const { page, context } = await site.browser(DESK)
  for (const wanted of [
    '/%09/x',
    '/%0a/evil.example',
    '//evil.example',
    '/%5Cevil.example',
    'https://evil.example',
    '/.%2F%2Fevil.example',
  ]) {
    await page.goto(`${site.at(a.path)}/session/signin?returnUrl=${wanted}`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.reload()
    await page.getByLabel('E-mail').fill(a.admin.email)
    await page.getByLabel('Senha', { exact: true }).fill('segredo-de-teste')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL((u) => !u.pathname.startsWith('/session/'))
    assert.equal(new URL(page.url()).host, `${a.path}.localhost:${port}`, wanted)
    await page.getByRole('main').waitFor()
  }
  assert.deepEqual(site.errors, [])
  await context.close()
})
