// npm run db:reset: throws the embedded database, the files and the mail outbox away; the next npm start begins anew.
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { embeddedFolder } from '#server/postgres_home.ts'
import { holderOf } from './start-lock.ts'

const dataDir = resolve(process.env.DATA_DIR ?? 'data')
if (process.env.DATABASE_URL) {
  process.stdout.write('DATABASE_URL está definida: este comando só apaga o banco embutido.\n')
  process.exit(1)
}
if (holderOf(dataDir) !== null) {
  process.stdout.write('O Mostruário está rodando nesta pasta. Encerre-o antes (Ctrl+C).\n')
  process.exit(1)
}
for (const home of embeddedFolder(dataDir)) {
  const pid = join(home, 'data/postmaster.pid')
  try {
    process.kill(Number(readFileSync(pid, 'utf8').split('\n')[0]), 'SIGQUIT')
  } catch {
    // not running
  }
  rmSync(home, { recursive: true, force: true })
}
rmSync(dataDir, { recursive: true, force: true })
process.stdout.write(`Apagado: ${dataDir}. npm start cria tudo de novo.\n`)
