// A disk of backups that is not mounted: the log says so, and no new chain of backups begins on the system disk.
import assert from 'node:assert/strict'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listBackups } from '#server/backup/manifest.ts'
import { openVault } from '#server/backup/vault.ts'
import { signIn } from '#server/backup/whose.ts'
import { until } from './kit.ts'
import { endAll, folder, start, stop } from './starting.ts'

after(endAll)
const REFUSED = /o backup falhou.*havia backups desta instalação.*Monte o disco de antes/
test('says that the disk of backups is gone, while it runs and after a restart', async () => {
  const [data, to] = [folder(), join(folder(), 'disco')]
  const vault = await openVault(to)
  const taken = async () => (await listBackups(vault)).length
  const env = { DEMO: '0', BACKUP_TO: to, BACKUP_LOSS: '6' }
  const s = await start(data, { env })
  await until(async () => (await taken()) === 1).catch(() => assert.fail(s.output()))
  assert.match(s.output(), /BACKUP_TO \(.*\) está no mesmo disco que a pasta de dados/)
  // The sender's own sign, at its own pace: it works by now.
  await until(async () => (await signIn({ vault, key: null }))?.every === 3000)
  const away = `${to}.fora`
  await rename(to, away)
  await mkdir(to)
  await until(async () => REFUSED.test(s.output())).catch(() => assert.fail(s.output()))
  assert.equal(await stop(s), 0)

  const again = await start(data, { env })
  await until(async () => REFUSED.test(again.output())).catch(() => assert.fail(again.output()))
  assert.equal(await taken(), 0)
  assert.equal(await stop(again), 0)

  await rm(to, { recursive: true })
  await rename(away, to)
  const mounted = await start(data, { env: { ...env, BACKUP_EVERY: '1' } })
  await until(async () => (await taken()) === 2).catch(() => assert.fail(mounted.output()))
  assert.doesNotMatch(mounted.output(), REFUSED)
  assert.equal(await stop(mounted), 0)
})
