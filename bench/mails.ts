// Mails through a mail server that takes 100 ms for each, beside the same messages handed to the same server without the
// product; and how long one mail waits while another company has thousands. `node bench/mails.ts`.
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { queueMail } from '#features/mails/server/index.ts'
import { inCompany } from '#server/db.ts'
import { startTestDatabase } from '../test/database.ts'
import { aCompany, type Company, startTestApp, UNLIMITED } from '../test/kit.ts'
import { type SmtpSimulator, smtpSimulator } from '../test/simulators.ts'
import { keepSection } from './results.ts'

const TAKES = 100
const COMPANIES = 20
const EACH = 50
const BACKLOG = 50_000
const CONNECTIONS = 16
/** Of one company's backlog, so that it is under way. */
const BEGUN = 50

/** Mails a second until the server has `many`. */
async function pace(smtp: SmtpSimulator, many: number, begin: () => Promise<unknown>): Promise<number> {
  smtp.messages.length = 0
  const from = performance.now()
  await begin()
  while (smtp.messages.length < many) await sleep(5)
  return (many * 1000) / (performance.now() - from)
}
async function floor(smtp: SmtpSimulator): Promise<number> {
  const bare = createTransport({ url: smtp.url, pool: true, maxConnections: CONNECTIONS })
  const send = (n: number) =>
    bare.sendMail({ from: 'a@piso.test', to: `pessoa${n}@piso.test`, subject: `Pedido ${n}`, text: 'Recebido.' })
  const reached = await pace(smtp, COMPANIES * EACH, () =>
    Promise.all(Array.from({ length: COMPANIES * EACH }, (_, n) => send(n))),
  )
  bare.close()
  return reached
}
async function ours(smtp: SmtpSimulator, mailConnections: number, each: number) {
  const t = await startTestApp({ config: { smtpUrl: smtp.url, mailConnections, limits: UNLIMITED } })
  const queue = (company: Company, many: number, round = '') =>
    inCompany(t.kit.pool, company.id, async (tx) => {
      for (let n = 0; n < many; n++)
        await queueMail(tx, company.id, {
          key: `${round}${company.id}-${n}`,
          to: `pessoa${n}@${round}${company.path}.test`,
          template: 'order',
          params: { number: String(n), name: 'Ana', company: company.path },
        })
    })
  const companies = await Promise.all(Array.from({ length: COMPANIES }, () => aCompany(t)))
  for (const company of companies) await queue(company, each)
  await t.owner.query('analyze')
  const reached = await pace(smtp, COMPANIES * each, () => t.jobs())
  return { t, companies, queue, reached }
}
export async function measureMails(say: (line: string) => void): Promise<void> {
  const smtp = await smtpSimulator()
  smtp.pause = () => TAKES
  const rows: string[][] = []
  const row = (name: string, value: string, goal: string) => {
    rows.push([name, value, goal])
    say(`${name}: ${value} (${goal})`)
  }
  const perSecond = (n: number) => `${n.toFixed(1)} por segundo`
  const bare = await floor(smtp)
  const one = await ours(smtp, 1, 5)
  await one.t.close()
  const { t, companies, queue, reached } = await ours(smtp, CONNECTIONS, EACH)
  row(`${COMPANIES} empresas, ${EACH} e-mails cada`, perSecond(reached), `≥ 50 ${reached >= 50 ? '✓' : '✗'}`)
  row('Os mesmos, sem o produto (piso)', perSecond(bare), `${((100 * reached) / bare).toFixed(0)} % do piso`)
  row('Uma conexão só, um atrás do outro', perSecond(one.reached), '—')
  const [busy, other] = companies as [Company, Company]
  smtp.messages.length = 0
  await t.owner.query(
    `select app.add_mail($1, 'fila-' || n, 'pessoa' || n || '@fila.test', 'pt', 'order', '{}') from generate_series(1, $2) n`,
    [busy.id, BACKLOG],
  )
  // As autovacuum does within a minute.
  await t.owner.query('analyze mails')
  await t.owner.query('analyze graphile_worker._private_jobs')
  while (smtp.messages.length < BEGUN) await sleep(5)
  const from = performance.now()
  const before = smtp.messages.length
  while (smtp.messages.length < before + BEGUN) await sleep(5)
  const alone = (BEGUN * 1000) / (performance.now() - from)
  row(`Uma empresa com ${BACKLOG} e-mails à espera`, perSecond(alone), '—')
  const waits: number[] = []
  for (let n = 0; n < 20; n++) {
    const at = performance.now()
    await queue(other, 1, `depois${n}-`)
    while (!smtp.messages.some((m) => m.includes(`depois${n}-`))) await sleep(2)
    waits.push(performance.now() - at)
  }
  waits.sort((x, y) => x - y)
  const worst = waits.at(-1) as number
  row('E-mail de outra empresa nesse meio-tempo, o mais lento de 20', `${worst.toFixed(0)} ms`, '—')
  smtp.close()
  await t.close()
  keepSection(
    'E-mails',
    `Um servidor de e-mail que leva ${TAKES} ms para cada um, ${CONNECTIONS} conexões; piso: as mesmas mensagens entregues a ele por nodemailer, sem fila nem banco, na mesma corrida.`,
    ['medida', 'valor', 'objetivo'],
    rows,
  )
}
if (process.argv[1] === import.meta.filename) {
  const server = await startTestDatabase()
  await measureMails((line) => process.stdout.write(`${line}\n`))
  await server.stop()
  process.exit(0)
}
