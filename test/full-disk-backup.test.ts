// A disk that fills up during a backup or a restore.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { takeBackup } from '#server/backup/take.ts'
import { BackupFailure, openVault } from '#server/backup/vault.ts'
import { startEmbedded } from '#server/postgres.ts'
import { until } from './kit.ts'
import { bareEnv, endAll, folder, processesOf, ready, root, run, start, stop } from './starting.ts'

const shell = (line: string, ...args: string[]) =>
  execFileSync('/bin/sh', ['-c', line, ...args], { stdio: 'pipe' }).toString()
const disks: string[] = []
/** A disk of memory of so many megabytes. */
function disk(megabytes: number): string {
  const place = folder()
  shell(`mount -t tmpfs -o mode=755,size=${megabytes}m tmpfs "$0"`, place)
  disks.push(place)
  return place
}
const resize = (place: string, kilobytes: number) => shell(`mount -o remount,size=${kilobytes}k "$0"`, place)
const used = (place: string) => Number(shell('df -k --output=used "$0" | tail -1', place))
const canMount = (() => {
  try {
    shell('umount "$0"', disk(1))
    disks.pop()
    return true
  } catch {
    disks.pop()
    return false
  }
})()
const skip = canMount ? false : 'não rodou: aqui não se monta um disco'
const data = folder()
const to = folder()
before(async () => {
  if (!canMount) return
  const s = await start(data, { env: { DEMO: '0' } })
  assert.ok(await ready(s), s.output())
  assert.equal(await stop(s), 0)
  assert.equal((await run(data, 'backup', to)).code, 0)
})
after(() => {
  for (const place of disks) shell('umount -l "$0"', place)
  endAll()
})
const FULL = /spaço/
test('a backup onto a disk that fills up leaves those of before whole', { skip }, async () => {
  const place = disk(200)
  assert.equal((await run(data, 'backup', place)).code, 0)
  const before = (await run(data, 'backup', 'list', place)).said
  // In kilobytes: at its first byte, in the midst of the database, and near its end.
  for (const left of [4, 1024, 1500, 2048]) {
    resize(place, used(place) + left)
    const full = await run(data, 'backup', place)
    assert.equal(full.code, 1)
    assert.equal(
      full.said.split('\n').at(-1),
      `Não há mais espaço em ${place}: o backup não foi feito, os de antes continuam inteiros.`,
      full.said,
    )
    assert.equal((await run(data, 'backup', 'list', place)).said, before)
    shell('find "$0" -name "*.part" -delete', place)
  }
  resize(place, 200 * 1024)
  assert.equal((await run(data, 'backup', place)).code, 0)
  assert.equal((await run(data, 'backup', 'list', place)).said.split('\n').length, 2)
})
test('says that a place is full, however late it says so itself', async () => {
  const server = await startEmbedded(data, () => {})
  try {
    for (const [rows, key] of [
      [false, /\/base/],
      [true, /\/rows\//],
    ] as const) {
      const place = await openVault(folder())
      const put = async (name: string, body: Readable) => {
        if (!key.test(name)) return place.put(name, body)
        for await (const _ of body) break
        await sleep(500)
        throw new BackupFailure('Cheio.')
      }
      const source = { dataDir: data, s3Url: '', ownerUrl: server.url('owner'), embedded: server, rows }
      await assert.rejects(takeBackup(source, { vault: { ...place, put }, key: null }, 30), { message: 'Cheio.' })
    }
  } finally {
    await server.stop()
  }
})
for (const [moment, isThere] of [
  ['before its files', (target: string) => existsSync(join(target, 'restoring'))],
  ['while its database is unpacked', (target: string) => existsSync(join(target, 'pg/data/base'))],
  ['while its database reads the log', (target: string) => existsSync(join(target, 'pg/data/recovery.signal'))],
] as const)
  test(`a restore onto a disk that fills up ${moment} starts over with room again`, {
    skip,
  }, async () => {
    const target = disk(400)
    const restore = spawn(process.execPath, ['scripts/restore.ts', to], {
      cwd: root,
      env: { ...bareEnv(), DATA_DIR: target },
    })
    let said = ''
    for (const stream of [restore.stdout, restore.stderr]) stream.on('data', (d) => (said += d))
    const ended = new Promise((done) => restore.on('close', done))
    await until(async () => isThere(target))
    restore.kill('SIGSTOP')
    const filler = join(target, 'enchimento')
    shell('dd if=/dev/zero of="$0" bs=64k 2>/dev/null || true', filler)
    restore.kill('SIGCONT')
    assert.equal(await ended, 1, said)
    assert.match(said.trim().split('\n').at(-1) ?? '', FULL)
    assert.doesNotMatch(said, /^\s+at /m)
    await until(async () => processesOf(target).length === 0)
    rmSync(filler)
    const again = await run(target, 'restore', to)
    assert.equal(again.code, 0, again.said)
    const s = await start(target, { env: { DEMO: '0' } })
    assert.ok(await ready(s), s.output())
    assert.equal(await stop(s), 0)
  })
