// The drill of an installation with a PostgreSQL of its own, which is backed up by its rows: machine and database are lost
// under load, the last backup was taken in the midst of it, and all comes back into an empty database of another one.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listBackups } from '#server/backup/manifest.ts'
import { openVault } from '#server/backup/vault.ts'
import { bringBack, type Ground, loseMachine, missing, ORDERS } from './drill.ts'
import { filesOnDisk, lookInto, restored } from './drill_back.ts'
import { ownPostgres } from './own_postgres.ts'
import { endAll, folder } from './starting.ts'

after(endAll)

test("a machine lost under load and the PostgreSQL of one's own with it: all that was acknowledged before the last backup began is back by the README's words in an empty database elsewhere, orders whole with their photos, and nothing that never was", async (c) => {
  const [vault, own, elsewhere] = [folder(), await ownPostgres(), await ownPostgres()]
  for (const server of [own, elsewhere]) c.after(server.lose)
  const ground: Ground = {
    vault,
    own,
    orders: ORDERS,
    short: true,
    // Beside a database of one's own the demonstration is loaded only where it is asked for.
    env: { DEMO: '1', ...(await own.empty('loja')) },
    files: async (data) => filesOnDisk(data),
    lose: async () => {},
    envBack: await elsewhere.empty('loja'),
    filesBack: async (data) => filesOnDisk(data),
  }
  const lost = await loseMachine(c, ground)
  await bringBack(c, ground, lost)

  // Twin: of the backup before it the same count finds what is missing.
  const place = await openVault(vault)
  const [before] = await listBackups(place)
  place.close()
  const [older, env] = [join(folder(), 'data'), await elsewhere.empty('antes')]
  await restored(vault, older, `-- --backup ${before?.id}`, env)
  const late = missing(lost, await lookInto(older, (f) => f, env)).join()
  assert.match(late, /acknowledged .* s before/, 'twin: nothing is missed in an older backup')
  assert.match(late, /a change/, 'twin: nor is a change')
})
