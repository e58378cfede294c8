// Says in one sentence what is missing. Plain JavaScript: it must run on the Node that is wrong.
import { existsSync, readFileSync } from 'node:fs'
import { freemem } from 'node:os'
const major = Number(process.versions.node.split('.')[0])
const stop = (sentence) => {
  console.error(sentence)
  process.exit(1)
}
if (!existsSync('node_modules/fastify')) stop('Faltam as dependências: rode npm ci.')
if (major < 24)
  stop(
    `Este projeto roda no Node 24, que npm ci instala; aqui roda o Node ${process.versions.node}. Rode npm ci sem --ignore-scripts.`,
  )
if (process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime && !process.env.DATABASE_URL)
  stop('O PostgreSQL embutido precisa de glibc (não musl). Defina DATABASE_URL ou use uma imagem Debian/Ubuntu.')
if (
  freemem() < 300e6 &&
  !/MemAvailable:\s+([3-9]\d{5}|\d{7,}) kB/.test(
    existsSync('/proc/meminfo') ? readFileSync('/proc/meminfo', 'utf8') : 'MemAvailable: 9999999 kB',
  )
)
  stop('Há menos de 300 MB de memória livre; feche outros programas e tente de novo.')
