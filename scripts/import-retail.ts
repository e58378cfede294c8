// npm run import:retail: the whole data set, 3,115 products and 11,476 orders, under the default limits.
import pg from 'pg'
import { features } from '#features.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { readCommandLine, sentenceOf } from './command-line.ts'
import { locateDataFolder } from './data-folder.ts'
import { openInstallation } from './open-installation.ts'
import { hasRetail, httpSend, openShop, RETAIL, readOrders, sendOrder } from './retail.ts'

readCommandLine(
  `npm run import:retail

Importa produtos e pedidos reais de ${RETAIL} para uma empresa nova desta instalação.`,
  {},
)
if (!hasRetail()) {
  process.stdout.write(`Os dados não estão em ${RETAIL}; nada a importar.\n`)
  process.exit(0)
}
const { dataDir, urls, close } = await openInstallation((l) => process.stdout.write(`${l}\n`)).catch((error: Error) => {
  process.stdout.write(`${sentenceOf(error, locateDataFolder())}\n`)
  process.exit(1)
})
const config = loadConfig(urls, { dataDir })
const running = await fetch(`http://127.0.0.1:${config.port}/readyz`).then(
  (r) => r.ok,
  () => false,
)
const own = running ? undefined : await buildApp(config, { features })
const origin = own ? await own.app.listen({ port: 0, host: '127.0.0.1' }) : `http://127.0.0.1:${config.port}`
process.stdout.write(`Enviando para ${origin}${running ? '' : ' (servidor próprio, encerra no fim)'}\n`)

const owner = new pg.Pool({ connectionString: urls.owner, max: 2 })
const send = httpSend(origin)
const orders = readOrders()
const shop = await openShop(owner, send, [...new Set(orders.map((o) => o.customer))])
process.stdout.write(`Empresa ${shop.company} (${shop.path}), ${shop.products.size} produtos pela planilha.\n`)
const started = Date.now()
let done = 0
let wrong = 0
let sum = 0
const queue = [...orders]
const draw = () => {
  const share = done / orders.length
  process.stdout.write(
    `\r[${'█'.repeat(Math.round(share * 30)).padEnd(30, '·')}] ${done.toLocaleString('pt-BR')} de ${orders.length.toLocaleString('pt-BR')} pedidos, ${Math.round((Date.now() - started) / 1000)} s`,
  )
}
const timer = setInterval(draw, 500)
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (let o = queue.shift(); o; o = queue.shift()) {
      const total = await sendOrder(shop, send, config.appKey, o)
      if (total !== o.total) wrong++
      sum += total
      done++
    }
  }),
)
clearInterval(timer)
draw()
const { rows } = await owner.query('select count(*)::int as n, sum(total) as sum from orders where company_id = $1', [
  shop.company,
])
process.stdout.write(
  `\nGuardados: ${rows[0].n} pedidos, soma ${(Number(rows[0].sum) / 100).toFixed(2)} (esperado 648768.71); diferentes do arquivo: ${wrong}.\n`,
)
await owner.end()
await own?.close()
await close()
process.exit(wrong === 0 && sum === Number(rows[0].sum) && sum === 64876871 ? 0 : 1)
