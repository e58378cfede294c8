// One order in WebKitGTK: the engine of Safari and of every browser on an iPhone. Debian's packages webkit2gtk-driver,
// xvfb and dbus-x11 bring what it needs; without them the test is skipped and says so.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { aCompany, aProduct, until } from '../test/kit.ts'
import { freePort } from '../test/ports.ts'
import { without } from '../test/starting.ts'
import { startSite } from './kit.ts'

/** W3C WebDriver's name of the property that holds an element's id. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** Narrower than 960 px, where a sheet takes its height from its content. */
const SIZE = { width: 480, height: 844 }

/** A browser of this test, by the W3C WebDriver protocol. */
async function startDriver(c: TestContext) {
  const port = await freePort()
  // A process group: Xvfb, the bus and the browser end with the driver.
  const child = spawn('dbus-run-session', ['--', 'xvfb-run', '-a', 'WebKitWebDriver', `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  })
  c.after(() => process.kill(-(child.pid as number)))
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
    })
    const { value } = (await response.json()) as { value: T }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await until(() =>
    ask('GET', '/status').then(
      () => true,
      () => false,
    ),
  )
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation'] } } },
  })
  const of = <T>(method: string, path: string, body?: object) => ask<T>(method, `/session/${sessionId}${path}`, body)
  await of('POST', '/window/rect', SIZE)
  const find = (selector: string) =>
    until(async () => {
      const found = await of<Record<string, string>[]>('POST', '/elements', { using: 'css selector', value: selector })
      return found[0]?.[ELEMENT]
    })
  return {
    open: (url: string) => of('POST', '/url', { url }),
    click: (selector: string) =>
      until(async () =>
        of('POST', `/element/${await find(selector)}/click`, {}).then(
          () => true,
          (error: Error) => {
            // Still moving into its place.
            if (/not interactable|intercepted/.test(error.message)) return false
            throw error
          },
        ),
      ),
    type: async (selector: string, text: string) => of('POST', `/element/${await find(selector)}/value`, { text }),
    /** What this function body returns in the page. */
    run: <T>(script: string) => of<T>('POST', '/execute/sync', { script, args: [] }),
    /** Written into the folder SHOTS, where there is one. */
    async shot(name: string) {
      const picture = await of<string>('GET', '/screenshot')
      if (process.env.SHOTS) writeFileSync(`${process.env.SHOTS}/${name}.png`, Buffer.from(picture, 'base64'))
    },
  }
}

test('orders a product with options in WebKit at the width of a phone', {
  skip: without('WebKitWebDriver', 'xvfb-run', 'dbus-run-session'),
}, async (c) => {
  const site = await startSite()
  c.after(() => site.close())
  const a = await aCompany(site.t, { name: 'Ateliê Jequitibá', cpf_required: false })
  await aProduct(site.t, a, {
    name: 'Vaso Jatobá',
    price: '89,00',
    attributes: [{ specs: { Tamanho: 'P' } }, { specs: { Tamanho: 'M' } }],
  })
  const driver = await startDriver(c)
  const seen = (condition: string) => until(() => driver.run<boolean>(`return ${condition}`))
  await driver.open(`${site.at(a.path)}/pedidos`)
  // Debian's MiniBrowser crashes in a view transition.
  await driver.run('document.startViewTransition = undefined')
  await seen("Object.keys(document.querySelector('article button') ?? {}).some((k) => k.startsWith('__react'))")
  await driver.click('article button')
  await seen("document.querySelector('dialog[open] > :first-child') !== null")
  await driver.shot('webkit-sheet')
  const height = await driver.run<number>("return document.querySelector('dialog[open] > :first-child').clientHeight")
  assert.ok(height > 200, `the sheet’s body is ${height} px high`)
  await driver.click("dialog[open] input[aria-label*='P']")
  await driver.type("dialog[open] input[aria-label*='P']", '2')
  await driver.click('dialog[open] > :last-child button')
  await driver.click('section a[href="/dashboard/shoppingcart"]')
  await driver.type('input[name=name]', 'Luciana Prado')
  await driver.type('input[name=phone]', '12997142208')
  await driver.shot('webkit-cart')
  await driver.click('main section button')
  await seen("location.pathname.startsWith('/pedido/') && document.querySelector('h1') !== null")
  await driver.shot('webkit-receipt')
  const { rows } = await site.t.owner.query(
    'select orders.name, quantity::int from orders join order_lines on order_id = orders.id where orders.company_id = $1',
    [a.id],
  )
  assert.deepEqual(rows, [{ name: 'Luciana Prado', quantity: 2 }])
})
