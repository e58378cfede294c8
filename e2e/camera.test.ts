// Bar codes before a real camera of the browser's own: it plays a film of printed codes, and the pad reads it.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { browserPath } from './browser.ts'
import { axe, PHONE, signIn, type Site, startOnline } from './kit.ts'

const KNOWN = '7891000315507'
const UNKNOWN = '7891000100103'
const INTERNAL = 'CN-0042'
let site: Site
let a: Company
const films: string[] = []
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { pedido_pro: true })
  await aProduct(site.t, a, { name: 'Caneca azul', code: '0101', ean: KNOWN, price: '10,00' })
  await aProduct(site.t, a, { name: 'Bule de barro', code: INTERNAL, price: '50,00' })
})
after(async () => {
  await site.close()
  for (const film of films) rmSync(film, { force: true })
})

/** Bars of an EAN-13 as ones and zeros. */
function ean13(code: string): string {
  const left = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111']
  left.push('0001011')
  const parity = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']
  const flip = (s: string) => [...s].map((b) => (b === '1' ? '0' : '1')).join('')
  const digits = [...code].map(Number)
  const kind = parity[digits[0] as number] as string
  const L = (d: number) => left[d] as string
  const R = (d: number) => flip(L(d))
  const G = (d: number) => [...R(d)].toReversed().join('')
  const first = digits.slice(1, 7).map((d, i) => (kind[i] === 'L' ? L(d) : G(d)))
  return `101${first.join('')}01010${digits.slice(7).map(R).join('')}101`
}
/** Bars and blanks of the signs of a Code 128 that are used here, in set B, by their value. */
const SIGNS: Record<number, string> = {
  13: '122132',
  16: '123122',
  18: '223211',
  20: '221231',
  35: '131321',
  42: '112133',
  46: '113321',
}
const [START_B, STOP] = ['211214', '2331112']
function code128(text: string): string {
  const values = [...text].map((c) => c.charCodeAt(0) - 32)
  const check = values.reduce((sum, v, i) => sum + v * (i + 1), 104) % 103
  const widths = [START_B, ...[...values, check].map((v) => SIGNS[v] as string), STOP]
  return widths.flatMap((w) => [...w].map((n, i) => (i % 2 === 0 ? '1' : '0').repeat(Number(n)))).join('')
}

/** A short film (MJPEG) of a printed label, slightly turned, as a hand holds it. */
async function film(bars: string): Promise<string> {
  const [width, height, unit] = [640, 480, 4]
  const left = Math.round((width - bars.length * unit) / 2)
  const rects = [...bars]
    .map((b, i) => (b === '1' ? `<rect x="${left + i * unit}" y="140" width="${unit}" height="200"/>` : ''))
    .join('')
  const frame = async (turn: number) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#c9c2b4"/><g transform="rotate(${turn} 320 240)"><rect x="20" y="110" width="600" height="260" fill="#fff"/>${rects}</g></svg>`,
      ),
    )
      .jpeg({ quality: 90 })
      .toBuffer()
  const path = join(tmpdir(), `mostruario-film-${process.pid}-${films.length}.mjpeg`)
  writeFileSync(path, Buffer.concat(await Promise.all([-1, 0, 1, 2].map(frame))))
  films.push(path)
  return path
}
/** The pad before a camera that plays this film; without BarcodeDetector where this browser would have one. */
async function atCamera(film: string | null, more: { detector?: 'taken' | 'own'; refused?: boolean } = {}) {
  const flags = [
    '--use-fake-device-for-media-stream',
    `--use-fake-ui-for-media-stream${more.refused ? '=deny' : ''}`,
    ...(film ? [`--use-file-for-fake-video-capture=${film}`] : []),
  ]
  const browser: Browser = await chromium.launch({
    executablePath: await browserPath(),
    args: ['--no-sandbox', ...flags],
  })
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  const errors: string[] = []
  page.on('pageerror', (e) => errors.push(e.message))
  page.on('console', (m) => m.type() === 'error' && errors.push(m.text()))
  const wasm: string[] = []
  page.on('response', (r) => void (r.url().endsWith('.wasm') && wasm.push(`${r.status()} ${new URL(r.url()).host}`)))
  if (more.detector === 'taken') await page.addInitScript(() => void Reflect.deleteProperty(window, 'BarcodeDetector'))
  if (more.detector === 'own') await page.addInitScript(ownReader, KNOWN)
  await signIn(page, site.at(a.path), a.seller.email)
  await page.goto(`${site.at(a.path)}/pedido`)
  await page.getByRole('combobox', { name: 'Código ou nome' }).waitFor()
  await page.getByText('O catálogo não está inteiro').waitFor({ state: 'detached' })
  return { page, browser, errors, wasm }
}
/** The reader that Android's browsers have and this one may lack: it sees the code once there is a picture. */
function ownReader(code: string): void {
  if ('BarcodeDetector' in window) return
  class Reader {
    static getSupportedFormats(): Promise<string[]> {
      return Promise.resolve(['ean_13', 'code_128'])
    }
    detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> {
      return Promise.resolve(video.videoWidth > 0 ? [{ rawValue: code }] : [])
    }
  }
  Object.assign(window, { BarcodeDetector: Reader })
}
const scan = (page: Page) => page.getByRole('button', { name: 'Ler código de barras' }).tap()

test('an EAN-13 before the camera is in the order: read by our own reader, from our own server, under our own policy', async () => {
  const { page, browser, errors, wasm } = await atCamera(await film(ean13(KNOWN)), { detector: 'taken' })
  await scan(page)
  await page.getByText('1 × Caneca azul no pedido.').waitFor()

  assert.equal(await page.getByLabel('Quantidade de Caneca azul', { exact: true }).inputValue(), '1')
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.deepEqual(wasm, [`200 ${new URL(site.at(a.path)).host}`])
  const policy = (await page.reload())?.headers()['content-security-policy'] ?? ''
  assert.match(policy, /script-src[^;]*'wasm-unsafe-eval'/)
  assert.doesNotMatch(policy, /'unsafe-eval'|script-src[^;]*'unsafe-inline'/)
  assert.deepEqual(errors, [])
  await browser.close()
})
test('a Code 128 with the company’s own code is read, too; a code of nobody’s is said, and the camera goes on', async () => {
  const own = await atCamera(await film(code128(INTERNAL)), { detector: 'taken' })
  await scan(own.page)
  await own.page.getByText('1 × Bule de barro no pedido.').waitFor()
  assert.deepEqual(own.errors, [])
  await own.browser.close()
  const { page, browser, errors } = await atCamera(await film(ean13(UNKNOWN)), { detector: 'taken' })
  await scan(page)
  const dialog = page.getByRole('dialog', { name: 'Ler código de barras' })
  await dialog.getByText(`Nenhum produto com o código ${UNKNOWN}.`).waitFor()
  assert.deepEqual(await axe(page), [])
  assert.ok(await dialog.getByLabel('Imagem da câmera').isVisible())
  await dialog.getByLabel('Código digitado').fill(KNOWN)
  await dialog.getByRole('button', { name: 'Usar código' }).tap()
  await page.getByLabel('Quantidade de Caneca azul', { exact: true }).waitFor()
  // The camera is let go of with the dialog.
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await browser.close()
})
test('where the browser has a reader of its own, that one is asked, and nothing of ours is fetched', async () => {
  const { page, browser, errors, wasm } = await atCamera(await film(ean13(KNOWN)), { detector: 'own' })
  await scan(page)
  await page.getByText('1 × Caneca azul no pedido.').waitFor()
  assert.deepEqual([wasm, errors], [[], []])
  await browser.close()
})
test('a camera that is refused says what to do, and so does a device without one', async () => {
  const { page, browser } = await atCamera(null, { refused: true })
  await scan(page)
  await page.getByText('A câmera não foi liberada.', { exact: false }).waitFor()
  await page.getByLabel('Código digitado').fill(INTERNAL)
  await page.getByRole('button', { name: 'Usar código' }).tap()
  await page.getByLabel('Quantidade de Bule de barro', { exact: true }).waitFor()
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'))
  })
  await scan(page)
  await page.getByText('Não há câmera neste aparelho.', { exact: false }).waitFor()
  await browser.close()
})
