// What an operator does: companies from creation to deletion, visits, plans, resellers; and
// what people may ask of their data.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { KINDS, type Kind } from '#shared/retention.ts'
import { aCart, aCompany, aPerson, aProduct, type Company, order, until } from '../test/kit.ts'
import { copied, stored } from './kept.ts'
import { axe, browserOf, inBoth, PHONE, signIn, type Site, startOnline } from './kit.ts'

let site: Site
let home: string
let a: Company
let operator: Page
before(async () => {
  site = await startOnline()
  home = site.at('sistema')
  a = await aCompany(site.t, { name: 'Casa Aroeira', primary_color: '#1f5f4a' })
  await aProduct(site.t, a, { name: 'Moringa com copo', code: 'MO-1', price: '96,00' })
  const { email } = await aPerson(site.t, null, 0, { name: 'Olga Operadora' })
  operator = await browserOf(site, home, email)
})
after(() => site.close())
const inYears = (n: number) => `${new Date().getFullYear() + n}-05-31`
const openCompany = async (name: string) => {
  await operator.goto(`${home}/dashboard/companies`)
  await operator.getByRole('searchbox').fill(name)
  await operator.getByRole('link', { name, exact: true }).click()
  await operator.getByRole('heading', { name, exact: true }).waitFor()
}
/** So many carts are kept on a device. */
const cartsOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const open = indexedDB.open('mostruario-cart')
        open.onsuccess = () => {
          const all = open.result.transaction('carts').objectStore('carts').count()
          all.onsuccess = () => {
            open.result.close()
            done(all.result)
          }
        }
      }),
  )
const dialog = () => operator.getByRole('dialog')
/** What the privacy page says of each kind, with the days as they come. */
const TOLD: Record<Kind, string> = {
  sessions: 'Acessos: até sair, ou 30 dias sem usar.',
  tokens: 'depois de vencidos: até a limpeza do dia.',
  hits: 'com o endereço de rede ou o e-mail, terminada a contagem: até a limpeza do dia.',
  openings: 'Dias em que abriu o catálogo: 90 dias.',
  visits: 'sem saber de quem: 5 anos.',
  mails: 'E-mails que enviamos: 90 dias.',
  loose_photos: 'não aparecem em lugar nenhum: 90 dias depois do envio.',
  notices: 'Avisos: 90 dias.',
  devices: 'O endereço de aviso do aparelho: 60 dias sem abrir.',
  price_requests: 'Pedidos de acesso aos preços: 1 ano depois da resposta.',
  consents: 'A sua resposta sobre medição: 5 anos.',
  logs: 'quem mudou o quê na empresa: 5 anos.',
  undos: 'já não se pode desfazer: até a limpeza do dia.',
  put_offs: 'passada a data: 2 dias.',
  jobs: 'falharam de vez: 30 dias.',
  subscription_requests: 'Pedidos para assinar o Mostruário: 90 dias depois da resposta',
  platform_log: 'o que o Mostruário fez nas empresas: 5 anos.',
}

test('a company is made with limits and a validity date, its first admin chooses a password by mail and finds it; the limit holds', async () => {
  await operator.goto(`${home}/dashboard/companies/new`)
  await operator.getByLabel('Nome', { exact: true }).fill('Empório Girassol')
  await operator.getByLabel('Endereço do catálogo').fill('www')
  await operator.getByLabel('Válida até').fill('2020-01-01')
  await operator.getByLabel('Nome do administrador').fill('Rosa')
  await operator.getByLabel('E-mail do administrador').fill('rosa@girassol.test')
  await operator.getByLabel('Vendedores').fill('1')
  await operator.getByRole('button', { name: 'Criar empresa' }).click()
  await operator.getByText('Esta data já passou.').waitFor()
  await operator.getByLabel('Válida até').fill(inYears(1))
  await operator.getByRole('button', { name: 'Criar empresa' }).click()
  await operator.getByText('Este endereço é reservado').waitFor()
  assert.equal(await operator.getByLabel('E-mail do administrador').inputValue(), 'rosa@girassol.test')
  await operator.getByLabel('Endereço do catálogo').fill('girassol')
  assert.deepEqual(await axe(operator), [])
  await operator.getByRole('button', { name: 'Criar empresa' }).click()
  await operator.getByRole('button', { name: 'Ver como' }).waitFor()
  await operator.reload()
  assert.equal(await operator.getByLabel('Vendedores').inputValue(), '1')

  const mail = await until(
    async () =>
      (
        await site.t.owner.query(
          "select status from mails where recipient = 'rosa@girassol.test' and status = 'enviada'",
        )
      ).rows[0],
  )
  assert.ok(mail)
  await operator.reload()
  await operator.getByText(/Link da senha/).waitFor()
  const rosa = await aPerson(site.t, Number(operator.url().split('/').pop()), 1)
  const page = await browserOf(site, home, rosa.email, PHONE)
  for (const [n, name] of ['Bento', 'Célia'].entries()) {
    await page.goto(`${home}/dashboard/users/new?level=2`)
    await page.getByLabel('Nome', { exact: true }).fill(name)
    await page.getByLabel('E-mail').fill(`v${n}@girassol.test`)
    await page.getByLabel('Senha', { exact: true }).fill('uma frase comprida')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page
      .getByText(n === 0 ? 'Bento foi criado.' : 'Quantidade máxima de usuários')
      .first()
      .waitFor()
  }
  await page.getByText('O plano Diamante tem lugar para 5 vendedores.').first().waitFor()
})
test('a company whose address was renamed is found by the links that were sent before', async () => {
  const b = await aCompany(site.t, { name: 'Barro e Fogo' })
  await aProduct(site.t, b, { name: 'Tigela rasa', code: 'TR-1', price: '40,00' })
  await openCompany('Barro e Fogo')
  await operator.getByLabel('Endereço do catálogo').fill('barro-novo')
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('barro-novo', { exact: false }).first().waitFor()
  const { page, context } = await site.browser(PHONE)
  await page.goto(`${site.at(b.path)}/dashboard/products?product_code=TR-1`)
  await page.getByRole('dialog').getByText('Tigela rasa').first().waitFor()
  assert.equal(page.url(), `${site.at('barro-novo')}/dashboard/products?product_code=TR-1`)
  // Whoever is given the old address has it.
  await site.t.owner.query('update companies set path = $1 where id = $2', [b.path, a.id])
  await page.goto(`${site.at(b.path)}/pedidos`)
  await page.getByText('Moringa com copo').first().waitFor()
  assert.ok(page.url().startsWith(site.at(b.path)))
  await site.t.owner.query('update companies set path = $1 where id = $2', [a.path, a.id])
  await context.close()
})
test('blocked with a reason its catalogue closes and the admin reads the last warning; unblocked it opens again', async () => {
  await openCompany('Casa Aroeira')
  await operator.getByRole('button', { name: 'Bloquear' }).click()
  await dialog().getByRole('button', { name: 'Confirmar' }).click()
  await dialog().getByText('Preencha este campo.').waitFor()
  await dialog().getByLabel('Motivo do bloqueio').fill('pagamento contestado')
  assert.deepEqual(await axe(operator), [])
  await dialog().getByRole('button', { name: 'Confirmar' }).click()
  await operator.getByText('Bloqueada: pagamento contestado').waitFor()
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at(a.path)}/pedidos`)
  await page.getByText(/não está disponível/).waitFor()
  await signIn(page, site.at(a.path), a.admin.email)
  await page.getByText('Último aviso', { exact: true }).waitFor()
  await operator.getByRole('button', { name: 'Desbloquear' }).click()
  await operator.getByText('Desbloqueada.').waitFor()
  await page.reload()
  await page.getByText('Moringa com copo').first().waitFor()
})
test('ver como: inside as the admin with a banner, a change, and out; the admin finds visit and change in the log', async () => {
  await openCompany('Casa Aroeira')
  await operator.getByRole('button', { name: 'Ver como' }).click()
  await dialog().getByLabel('Motivo').fill('Ajudar com os preços')
  assert.deepEqual(await axe(operator), [])
  await dialog().getByRole('button', { name: 'Confirmar' }).click()
  await operator.getByText('Você está vendo como Casa Aroeira').waitFor()
  await operator.getByText(/Termina em (30|29) min/).waitFor()
  await operator.goto(`${home}/dashboard/mycompany`)
  await operator.getByText('Você está vendo como Casa Aroeira').waitFor()
  assert.deepEqual(await axe(operator), [])
  await operator.getByLabel('Cidade').fill('Tiradentes')
  await operator.getByRole('button', { name: 'Publicar' }).click()
  await operator.getByText('Publicado.').waitFor()
  await operator.getByRole('button', { name: 'Sair da visita' }).click()
  await operator.getByRole('heading', { name: 'Empresas' }).waitFor()
  await operator.reload()
  await operator.getByRole('heading', { name: 'Empresas' }).waitFor()
  const page = await browserOf(site, home, a.admin.email)
  await page.goto(`${home}/dashboard/mycompany?section=atividade`)
  await page.getByText('entrou como administrador: Ajudar com os preços').waitFor()
  assert.match(await page.locator('main').innerText(), /Olga Operadora \(operação\)[\s\S]*Tiradentes/)
  await operator.goto(`${home}/dashboard/companies/registro`)
  await operator.getByRole('button', { name: 'Visitas', exact: true }).click()
  await operator.getByLabel('Período').selectOption('Hoje')
  const day = operator.getByRole('region', { name: 'Hoje' })
  await day.getByText(/Ajudar com os preços/).waitFor()
  await operator.getByRole('searchbox').fill('ninguém')
  await operator.getByText('Nada com estes filtros.').waitFor()
  await operator.getByRole('searchbox').fill('aroeira')
  await day.getByText(/Ajudar com os preços/).waitFor()
  // The address holds what was chosen.
  await operator.reload()
  await day.getByText(/Ajudar com os preços/).waitFor()
  await inBoth(operator, 'log')
  await day.getByRole('link', { name: 'Casa Aroeira' }).click()
  await operator.getByRole('heading', { name: 'Casa Aroeira', exact: true }).waitFor()
})
test('a visit that was left leaves nothing of the company with the operator: neither its copy, nor a cart, nor a word that was typed', async () => {
  const c = await aCompany(site.t, { name: 'Oficina Sabiá' })
  const cup = await aProduct(site.t, c, { name: 'Xícara' })
  const placed = await order(site.t, c, c.client.token, aCart([{ product_id: cup.id, quantity: 1 }]))
  await openCompany('Oficina Sabiá')
  await operator.getByRole('button', { name: 'Ver como' }).click()
  await dialog().getByLabel('Motivo').fill('Ajudar com um pedido')
  await dialog().getByRole('button', { name: 'Confirmar' }).click()
  await operator.getByText('Você está vendo como Oficina Sabiá').waitFor()
  await copied(operator, 'products', 'orders')
  await operator.goto(`${home}/dashboard/products?view=vitrine`)
  await operator.getByRole('button', { name: 'Adicionar Xícara' }).click()
  await operator.goto(`${home}/apps/messages?pedido=${placed.body.data.id}`)
  await operator.getByLabel('Escreva uma mensagem').fill('Bom dia, aqui é')
  await operator.goto(`${home}/dashboard/users/new`)
  await operator.getByLabel('Nome', { exact: true }).fill('Rosa Prado')
  const left = async () => ({
    copy: Object.keys(await stored(operator)).length,
    carts: await cartsOn(operator),
    typed: await operator.evaluate(() =>
      [...Object.entries(localStorage), ...Object.entries(sessionStorage)]
        .map(([key, value]) => key + value)
        .filter((text) => /Rosa Prado|Bom dia/.test(text)),
    ),
  })
  const before = await left()
  assert.ok(before.copy > 0 && before.carts > 0 && before.typed.length === 2, JSON.stringify(before))
  await operator.getByRole('button', { name: 'Sair da visita' }).click()
  await operator.getByRole('heading', { name: 'Empresas' }).waitFor()
  assert.deepEqual(await left(), { copy: 0, carts: 0, typed: [] })
})
test('a reseller takes over the subscribe button of its companies', async () => {
  await operator.goto(`${home}/dashboard/companies/revendas`)
  await operator.getByRole('button', { name: 'Nova revenda' }).click()
  await dialog().getByLabel('Nome').fill('Rep Norte')
  await dialog().getByLabel('Link').fill('rep.test')
  await dialog().getByRole('button', { name: 'Salvar' }).click()
  await dialog().getByText('Link inválido').waitFor()
  await dialog().getByLabel('Link').fill(`${home}/session/privacidade?path=${a.path}`)
  assert.deepEqual(await axe(operator), [])
  await dialog().getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('Rep Norte').waitFor()
  await openCompany('Casa Aroeira')
  await operator.getByLabel('Revenda').selectOption({ label: 'Rep Norte' })
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('Salvo.').waitFor()
  await operator.goto(`${home}/dashboard/companies/revendas`)
  const brought = operator.getByRole('listitem').filter({ hasText: 'Rep Norte' })
  await brought.getByText('1 empresa').waitFor()
  await brought.getByRole('listitem').filter({ hasText: 'Casa Aroeira' }).getByText('Ativa').waitFor()
  await inBoth(operator, 'resellers')
  const { page } = await site.browser(PHONE)
  await page.goto(`${home}/assinar?company_id=${a.id}`)
  await page.waitForURL(/session\/privacidade/)
  await page.getByRole('heading', { name: 'Privacidade no catálogo de Casa Aroeira' }).waitFor()
  const told = await page.locator('article').innerText()
  for (const kind of KINDS) assert.ok(told.includes(TOLD[kind]), `${kind}: ${TOLD[kind]}`)
  assert.deepEqual(await axe(page), [])
})
test('two operators on one company: the second is told and loses nothing of what was typed', async () => {
  const other = await browserOf(site, home, (await aPerson(site.t, null, 0)).email)
  await other.goto(`${home}/dashboard/companies/${a.id}`)
  await other.getByLabel('Clientes que entram').fill('77')
  await openCompany('Casa Aroeira')
  await operator.getByLabel('Produtos ativos').fill('700')
  await operator.getByRole('button', { name: 'Salvar' }).click()
  await operator.getByText('Salvo.').waitFor()
  await other.getByRole('button', { name: 'Salvar' }).click()
  await other.getByText('Outro operador mudou esta empresa').waitFor()
  assert.equal(await other.getByLabel('Clientes que entram').inputValue(), '77')
  await other.getByRole('button', { name: 'Descartar' }).click()
  await until(async () => (await other.getByLabel('Produtos ativos').inputValue()) === '700')
  await other.getByLabel('Clientes que entram').fill('77')
  await other.getByRole('button', { name: 'Salvar' }).click()
  await other.getByText('Salvo.').waitFor()
})
test('deleting asks for the address, the company is off the air and comes back whole; its trial is extended', async () => {
  const c = await aCompany(site.t, { name: 'Papelaria Tupi', trial: true, valid_until: inYears(1) })
  await openCompany('Papelaria Tupi')
  await operator.getByRole('button', { name: 'Estender o teste' }).click()
  await dialog().getByLabel('Até').fill(inYears(2))
  await dialog().getByRole('button', { name: 'Confirmar' }).click()
  await operator.getByText(`Válida até 31/05/${new Date().getFullYear() + 2}`).waitFor()
  await operator.getByRole('button', { name: 'Excluir' }).click()
  await dialog().getByLabel('Endereço da empresa').fill('outra')
  await dialog().getByRole('button', { name: 'Confirmar' }).click()
  await dialog().getByText(`Digite exatamente: ${c.path}`).waitFor()
  await dialog().getByLabel('Endereço da empresa').fill(c.path)
  assert.deepEqual(await axe(operator), [])
  await dialog().getByRole('button', { name: 'Confirmar' }).click()
  await operator.getByText(/Papelaria Tupi foi excluída/).waitFor()
  const visitor = (await site.browser(PHONE)).page
  await visitor.goto(`${site.at(c.path)}/pedidos`)
  await visitor.waitForURL(/session\//)
  await operator.goto(`${home}/dashboard/companies?state=excluida`)
  await operator.getByRole('link', { name: 'Papelaria Tupi' }).click()
  await operator.getByText(/Os dados são guardados por 30 dias/).waitFor()
  assert.deepEqual(await axe(operator), [])
  await operator.getByRole('button', { name: 'Trazer de volta' }).click()
  await operator.getByLabel('Produtos ativos').waitFor()
  await visitor.goto(`${site.at(c.path)}/pedidos`)
  await visitor
    .getByText(/Nenhum produto|vazio|ainda não/i)
    .first()
    .waitFor()
})
test('a client’s data: an admin downloads it, erases it, and finds the order without the name; everything of the company in one file', async () => {
  const client = await aPerson(site.t, a.id, 3, { name: 'Zulmira Torres' })
  const p = await aProduct(site.t, a, { name: 'Gamela', price: '10,00' })
  await order(site.t, a, client.token, aCart([{ product_id: p.id, quantity: 3 }], { name: 'Zulmira Torres' }))
  const page = await browserOf(site, home, a.admin.email)
  await page.goto(`${home}/dashboard/users/${client.id}`)
  await page.getByRole('button', { name: 'Baixar cópia' }).click()
  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Confirmar' }).click(),
  ])
  assert.equal(copy.suggestedFilename(), `dados-${client.id}.zip`)
  await page.getByRole('button', { name: 'Apagar os dados' }).click()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('Dados apagados, também em 1 pedido.').waitFor()
  await page.goto(`${home}/dashboard/orders`)
  await page.getByText(`Cliente ${client.id}`).first().waitFor()
  assert.equal(await page.getByText('Zulmira').count(), 0)
  await page.goto(`${home}/dashboard/mycompany?section=assinatura`)
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar todos os dados' }).click(),
  ])
  assert.match(all.suggestedFilename(), /^empresa-\d+-.*\.zip$/)
})
test('an admin gives an address for orders, its link confirms it, and the operator finds the mail', async () => {
  const b = await aCompany(site.t, { name: 'Feira Nova', trial: true })
  const origin = site.at(b.path)
  const admin = await browserOf(site, origin, b.admin.email, PHONE)
  const address = 'compras@feiranova.test'
  await admin.goto(`${origin}/dashboard/mycompany`)
  await admin.getByLabel('E-mail que recebe os pedidos').fill(address)
  await admin.getByRole('button', { name: 'Publicar' }).click()
  const row = admin.getByRole('listitem').filter({ hasText: address })
  await row.getByText(/pedidos · link enviado em/).waitFor()
  assert.deepEqual(await axe(admin), [])
  await row.getByRole('button', { name: 'Enviar link de novo' }).click()
  await admin.getByText(`Link enviado para ${address}.`).waitFor()
  await admin.goto(`${origin}/inicio`)
  await admin.getByRole('link', { name: /E-mails que esperam confirmação/ }).waitFor()
  const token = await until(async () => {
    const folder = join(site.t.config.dataDir, 'mail')
    const texts = (existsSync(folder) ? readdirSync(folder) : [])
      .filter((f) => f.startsWith(`confirmar-${b.id}-`) && f.endsWith('txt'))
      .sort()
      .map((f) => readFileSync(join(folder, f), 'utf8'))
      .filter((text) => text.includes(`Para: ${address}`))
    // The second link replaces the first.
    return texts.length === 2 && /confirmar#(\S+)/.exec(texts[1] as string)?.[1]
  })
  const page = (await site.browser(PHONE)).page
  await page.goto(`${origin}/session/confirmar#${token}`)
  await page.getByRole('button', { name: 'Confirmar' }).waitFor()
  assert.deepEqual(await axe(page), [])
  await admin.goto(`${origin}/dashboard/mycompany`)
  await row.waitFor()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText(`${address} está confirmado para Feira Nova.`).waitFor()
  await admin.reload()
  await admin.getByText('E-mails que esperam confirmação').waitFor()
  await row.waitFor({ state: 'detached' })
  await openCompany('Feira Nova')
  await operator.getByText(`Confirmação de endereço → ${address}`).first().waitFor()
})
test('a clock that jumped is said with what waits; the operator approves it, and the log says so', async () => {
  await site.t.owner.query(
    `insert into clock_watch (believed_at, read_at, doubted_at) values (now() - interval '1 year', now(), now())
     on conflict (one) do update set believed_at = excluded.believed_at, doubted_at = excluded.doubted_at`,
  )
  await operator.goto(`${home}/dashboard/companies/plataforma`)
  const notice = operator.getByRole('region', { name: 'O relógio do servidor saltou' })
  await notice.getByText(/Pagamentos valem e contam a partir do dia de antes do salto/).waitFor()
  const approve = notice.getByRole('button', { name: 'O relógio está certo' })
  await approve.click()
  await dialog()
    .getByText(/Isso não pode ser desfeito/)
    .waitFor()
  await inBoth(operator, 'operator-clock')
  await dialog().getByRole('button', { name: 'Cancelar' }).click()
  await operator.reload()
  await approve.click()
  await dialog().getByRole('button', { name: 'Confirmar' }).click()
  await notice.waitFor({ state: 'detached' })
  await operator.goto(`${home}/dashboard/companies/registro`)
  await operator
    .getByText(/disse que o relógio está certo/)
    .first()
    .waitFor()
})
test('nobody’s console said anything', () => assert.deepEqual(site.errors, []))
