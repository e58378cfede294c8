// npm run pictures: takes every picture of the documentation anew, from the demonstration as it starts, into
// docs/img/screens. Words after it choose: npm run pictures -- pedidos produtos
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { browserPath } from '../e2e/browser.ts'
import { act, startOthers } from './pictures/acts.ts'
import { type Demonstration, startDemonstration } from './pictures/demonstration.ts'

type Who = 'visitor' | 'client' | 'seller' | 'admin' | 'operator'
interface Shot {
  name: string
  who: Who
  path: string
  /** What is done there before the picture. */
  act?: (page: Page) => Promise<unknown>
  /** Also in the dark: for the pages that show both. */
  dark?: boolean
  /** Taken after what people do in pictures/acts.ts. */
  filled?: boolean
}
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, shown: 300 },
  desk: { viewport: { width: 1440, height: 900 }, shown: 880 },
} as const
const EMAILS = { client: 'cliente', seller: 'vendedor', admin: 'admin', operator: 'operador' } as const
const MOST_BYTES = 60_000
const addOne = async (page: Page) => {
  await page.getByRole('button', { name: 'Adicionar Carrinho de madeira' }).click()
  await page.getByRole('button', { name: /Carrinho de madeira: 1 no pedido/ }).waitFor()
}

const SHOTS: Shot[] = [
  { name: 'catalogo', who: 'visitor', path: '/pedidos', dark: true },
  { name: 'produto', who: 'visitor', path: '/dashboard/products?product_code=CE-014' },
  {
    name: 'busca-vazia',
    who: 'visitor',
    path: '/pedidos',
    act: (p) => p.locator('input[type=search]:visible').first().fill('xilofone'),
  },
  {
    name: 'carrinho',
    who: 'visitor',
    path: '/pedidos',
    act: async (p) => {
      await addOne(p)
      await p.goto(new URL('/dashboard/shoppingcart', p.url()).href)
    },
  },
  { name: 'artesaos', who: 'visitor', path: '/s/artesaos/' },
  { name: 'artesa', who: 'visitor', path: '/s/artesaos/dona-zefa' },
  { name: 'sobre', who: 'visitor', path: '/sobre' },
  { name: 'entrar', who: 'visitor', path: '/session/signin' },
  { name: 'criar', who: 'visitor', path: '/session/criar' },
  { name: 'nao-encontrado', who: 'visitor', path: '/session/404' },
  { name: 'esqueci', who: 'visitor', path: '/session/forgot' },
  { name: 'privacidade', who: 'visitor', path: '/session/privacidade?path=demo' },
  { name: 'meus-pedidos', who: 'client', path: '/pedidos/meus' },
  { name: 'categorias', who: 'client', path: '/dashboard/categories' },
  { name: 'vendedor-inicio', who: 'seller', path: '/inicio' },
  { name: 'vendedor-pedidos', who: 'seller', path: '/dashboard/orders' },
  { name: 'vendedor-novo-pedido', who: 'seller', path: '/pedido/cliente' },
  { name: 'vendedor-clientes', who: 'seller', path: '/clientes' },
  { name: 'vendedor-cliente', who: 'seller', path: '/clientes/21' },
  { name: 'vendedor-tirar-pedido', who: 'seller', path: '/pedido' },
  { name: 'vendedor-aparelho', who: 'seller', path: '/aparelho' },
  { name: 'vendedor-visitas', who: 'seller', path: '/visitas' },
  { name: 'inicio', who: 'admin', path: '/inicio', dark: true },
  { name: 'pedidos', who: 'admin', path: '/dashboard/orders', dark: true },
  { name: 'pedido', who: 'admin', path: '/dashboard/orders/60' },
  { name: 'produtos', who: 'admin', path: '/dashboard/products' },
  { name: 'produto-novo', who: 'admin', path: '/dashboard/products/new' },
  { name: 'categorias-editar', who: 'admin', path: '/dashboard/categories' },
  { name: 'vitrine', who: 'admin', path: '/dragndrop' },
  { name: 'tabelas', who: 'admin', path: '/tables' },
  { name: 'fotos', who: 'admin', path: '/apps/media' },
  { name: 'usuarios', who: 'admin', path: '/dashboard/users' },
  { name: 'usuario', who: 'admin', path: '/dashboard/users/new?level=3' },
  { name: 'empresa', who: 'admin', path: '/dashboard/mycompany' },
  { name: 'excel', who: 'admin', path: '/dashboard/excel' },
  { name: 'integracoes', who: 'admin', path: '/dashboard/integrations' },
  { name: 'avisos-assinados', who: 'admin', path: '/dashboard/integrations/avisos', filled: true },
  { name: 'aviso-assinado', who: 'admin', path: '/dashboard/integrations/avisos?id=2', filled: true },
  { name: 'chaves', who: 'admin', path: '/dashboard/integrations/chaves', filled: true },
  { name: 'catalogo-por-endereco', who: 'admin', path: '/dashboard/integrations/catalogo', filled: true },
  { name: 'catalogo-espera', who: 'admin', path: '/dashboard/integrations/catalogo?id=3', filled: true },
  { name: 'paginas', who: 'admin', path: '/pages', filled: true },
  { name: 'aplicativos', who: 'admin', path: '/apps' },
  { name: 'pdf', who: 'admin', path: '/dashboard/catalog' },
  { name: 'assinar', who: 'admin', path: '/session/assinar' },
  { name: 'agenda', who: 'admin', path: '/apps/calendar' },
  { name: 'mensagens', who: 'admin', path: '/apps/messages' },
  { name: 'indicadores', who: 'admin', path: '/widgets' },
  { name: 'graficos', who: 'admin', path: '/charts' },
  { name: 'comissoes', who: 'admin', path: '/comissoes' },
  { name: 'material', who: 'admin', path: '/material' },
  { name: 'mapa', who: 'admin', path: '/maps' },
  { name: 'avisos', who: 'admin', path: '/avisos' },
  { name: 'atividade', who: 'admin', path: '/dashboard/mycompany?section=atividade' },
  { name: 'operador', who: 'operator', path: '/dashboard/companies' },
  { name: 'operador-empresa', who: 'operator', path: '/dashboard/companies/1' },
  { name: 'operador-planos', who: 'operator', path: '/dashboard/companies/planos' },
  { name: 'operador-assinaturas', who: 'operator', path: '/dashboard/companies/assinaturas', filled: true },
  { name: 'operador-propostas', who: 'operator', path: '/dashboard/companies/propostas', filled: true },
  { name: 'operador-revendas', who: 'operator', path: '/dashboard/companies/revendas', filled: true },
  { name: 'operador-registro', who: 'operator', path: '/dashboard/companies/registro', filled: true },
  { name: 'operador-plataforma', who: 'operator', path: '/dashboard/companies/plataforma' },
]

const out = join(import.meta.dirname, '../docs/img/screens')
mkdirSync(out, { recursive: true })
const words = process.argv.slice(2)
const wanted = SHOTS.filter((s) => words.length === 0 || words.includes(s.name))
const folder = mkdtempSync(join(tmpdir(), 'mostruario-pictures-'))
const others = await startOthers()
let demo: Demonstration | undefined
let browser: Browser | undefined
try {
  demo = await startDemonstration(folder, others.origins)
  browser = await chromium.launch({ executablePath: await browserPath(), args: ['--no-sandbox'] })
  await takeAll(
    demo,
    browser,
    wanted.filter((s) => !s.filled),
  )
  const filled = wanted.filter((s) => s.filled)
  if (filled.length > 0) {
    await act(demo, others)
    await takeAll(demo, browser, filled)
  }
} finally {
  await browser?.close()
  others.close()
  await demo?.close()
  rmSync(folder, { recursive: true, force: true })
}

async function takeAll({ port }: Demonstration, from: Browser, shots: Shot[]): Promise<void> {
  for (const size of ['phone', 'desk'] as const) {
    await take(from, port, size, 'light', shots)
    await take(
      from,
      port,
      size,
      'dark',
      shots.filter((s) => s.dark),
    )
  }
}
/** One browser for each person: nobody sees what another left behind. */
async function take(
  from: Browser,
  port: number,
  size: keyof typeof SIZES,
  colorScheme: 'light' | 'dark',
  shots: Shot[],
) {
  for (const who of new Set(shots.map((s) => s.who))) {
    const { shown, ...options } = SIZES[size]
    const context = await from.newContext({
      ...options,
      colorScheme,
      locale: 'pt-BR',
      // Where the demonstration's company is.
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const origin = who === 'operator' ? `http://localhost:${port}` : `http://demo.localhost:${port}`
    if (who !== 'visitor') await signIn(page, origin, EMAILS[who])
    for (const shot of shots.filter((s) => s.who === who)) {
      await page.goto(origin + shot.path)
      await settled(page)
      await shot.act?.(page)
      await settled(page)
      const name = `${shot.name}-${size}${colorScheme === 'dark' ? '-dark' : ''}.webp`
      await keep(await page.screenshot(), shown, join(out, name))
      process.stdout.write(`${name}\n`)
    }
    await context.close()
  }
}
async function signIn(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/session/signin`)
  await page.getByLabel('E-mail').fill(`${name}@mostruario.test`)
  await page.getByLabel('Senha', { exact: true }).fill('mostruario')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL((u) => !u.pathname.startsWith('/session/signin'))
}
/** Nothing is on its way any more: no grey lines, no picture half there, no text without its letters. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page
    .waitForFunction(
      () =>
        !document.querySelector('.sk, [aria-busy=true]') &&
        [...document.images].every((i) => i.complete || i.getBoundingClientRect().top > innerHeight),
      undefined,
      { timeout: 10_000 },
    )
    // A list that waits for somebody is a picture, too.
    .catch(() => {})
  // The letters come after the first paint; the style sheet's stand-in for them is a face of the document, too.
  await page.waitForFunction(() => {
    const face = document.querySelector<HTMLMetaElement>('meta[name=font]')?.content
    return !face || [...document.fonts].some((f) => f.family === 'Inter' && f.status === 'loaded')
  })
  await page.evaluate(() => document.fonts.ready)
  await sleep(300)
}
/** As small as it must be. */
async function keep(picture: Buffer, width: number, path: string): Promise<void> {
  for (let quality = 82; quality > 20; quality -= 10) {
    const small = await sharp(picture).resize({ width }).webp({ quality }).toBuffer()
    if (small.length > MOST_BYTES) continue
    writeFileSync(path, small)
    return
  }
  throw new Error(`${path} does not fit`)
}
