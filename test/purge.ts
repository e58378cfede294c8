// Erases a company in a process of its own, which kills itself before its n-th step (a
// question, a file) when one is given, or as it was before (rows first) between rows and files: node test/purge.ts
// DATA_DIR APP_URL OWNER_URL COMPANY NOW [STEP|rows-first]
import pg from 'pg'
import { purge } from '#features/privacy/server/index.ts'
import { purgeFilesOf, purgeRowsOf } from '#features/privacy/server/purge.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'

const [, , dataDir, app, owner, company, day, when = ''] = process.argv as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string?,
]
const { kit, close } = await buildApp(loadConfig({ app, owner }, { dataDir, port: 0 }), { features: [] })
const now = new Date(day)
const die = () => process.kill(process.pid, 'SIGKILL')
let steps = 0
const step = () => {
  if (++steps === Number(when)) die()
}
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  step()
  return Reflect.apply(query, this, args)
} as typeof pg.Client.prototype.query
const { removeAll } = kit.storage
kit.storage.removeAll = (name) => {
  step()
  return removeAll(name)
}
if (when === 'rows-first') {
  await purgeRowsOf(kit, Number(company), now)
  die()
  await purgeFilesOf(kit, Number(company), now)
} else await purge(kit, Number(company), now)
process.stdout.write(String(steps))
await close()
