// What keeps sending backups beside npm start, when the place that they go to is away.
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { listBackups } from '#server/backup/manifest.ts'
import { openVault } from '#server/backup/vault.ts'
import { until } from './kit.ts'
import { type S3Server, startS3Server } from './s3_server.ts'
import { endAll, folder, senderOf, start, stop } from './starting.ts'

let s3: S3Server
before(async () => {
  s3 = await startS3Server()
})
after(async () => {
  endAll()
  await s3.close()
})

test('a backup place that refuses from the start never fills the disk with the log; a backup is taken as soon as it answers', {
  timeout: 180_000,
}, async () => {
  const data = folder()
  const to = s3.address('copias')
  const s = await start(data, { env: { DEMO: '0', BACKUP_TO: to, BACKUP_LOSS: '6' } })
  const vault = await openVault(to)
  const backups = async () => (await listBackups(vault)).length
  await until(async () => (await backups()) === 1, 60).catch(() => assert.fail(s.output()))

  s3.gate = async () => 403
  // One that begins now has never seen the place answer.
  const before = senderOf(s)
  process.kill(before, 'SIGKILL')
  await until(async () => ![0, before].includes(senderOf(s)))
  const waiting = Array.from({ length: 129 }, (_, n) =>
    join(data, 'pg/wal-out', `0000000100000000000000${(n + 100).toString(16).toUpperCase()}`),
  )
  for (const path of waiting) writeFileSync(path, 'x')
  await until(async () => !waiting.some((path) => existsSync(path))).catch(() => assert.fail(s.output()))

  s3.gate = async () => undefined
  await until(async () => (await backups()) === 2, 60).catch(() => assert.fail(s.output()))
  vault.close()
  assert.equal(await stop(s), 0)
})
