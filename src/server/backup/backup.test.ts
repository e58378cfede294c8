// The pieces of a backup: sealing, storing, which ones stay.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { dueIn, expired, lastMade, logFrom, momentsOf } from './keep.ts'
import { idAfter, newId, timeOf } from './manifest.ts'
import { getObject, putObject, readObject, type Store } from './objects.ts'
import { keyOf, opening, sealing } from './seal.ts'
import { hasGap, nextSegment, unbroken } from './segments.ts'
import { backupSettings, keptSettings } from './settings.ts'
import { openVault } from './vault.ts'

const KEY = keyOf('uma frase longa que só nós sabemos')
const folders: string[] = []
const folder = () => {
  const f = mkdtempSync(join(tmpdir(), 'mostruario-vault-'))
  folders.push(f)
  return f
}
after(() => {
  for (const f of folders) rmSync(f, { recursive: true, force: true })
})
const sealed = (bytes: Uint8Array, name = 'x') => buffer(Readable.from([bytes]).pipe(sealing(KEY, name)))
const opened = (bytes: Uint8Array, name = 'x', key = KEY) => {
  const out = opening(key, name)
  return buffer(Readable.from([bytes]).pipe(out))
}

test('what is sealed opens again, whatever its length, however it is cut on the way', async () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    const bytes = randomBytes(length)
    const there = await sealed(bytes)
    assert.ok((await opened(there)).equals(bytes), `${length} bytes`)
    const pieces = Readable.from(
      Array.from({ length: Math.ceil(there.length / 7001) }, (_, i) => there.subarray(i * 7001, (i + 1) * 7001)),
    )
    assert.ok((await buffer(pieces.pipe(opening(KEY, 'x')))).equals(bytes), `${length} bytes in pieces`)
  }
})
test('one byte changed, two chunks exchanged, the end cut off or at a chunk, another name, another key: refused, each', async () => {
  const there = await sealed(randomBytes(150_000))
  const damaged = /danificado ou foi trocado/
  for (const at of [3, 40, 70_000, there.length - 1]) {
    const b = Buffer.from(there)
    b[at] = (b[at] as number) ^ 1
    await assert.rejects(opened(b), damaged, `byte ${at}`)
  }
  const HEAD = 37
  const chunk = 65_536 + 16
  const first = there.subarray(HEAD, HEAD + chunk)
  const second = there.subarray(HEAD + chunk, HEAD + 2 * chunk)
  const rest = there.subarray(HEAD + 2 * chunk)
  await assert.rejects(opened(Buffer.concat([there.subarray(0, HEAD), second, first, rest])), damaged)
  await assert.rejects(opened(there.subarray(0, HEAD + chunk)), damaged, 'cut at a chunk')
  await assert.rejects(opened(there.subarray(0, -1)), damaged, 'cut')
  await assert.rejects(opened(there.subarray(0, 20)), damaged, 'cut in the head')
  await assert.rejects(opened(there, 'y'), damaged)
  await assert.rejects(opened(there, 'x', keyOf('não é esta frase aqui')), /BACKUP_KEY não é a chave/)
})
test('without a key, too, a changed or a cut object is refused before its end', async () => {
  const root = folder()
  const store: Store = { vault: await openVault(root), key: null }
  const stored = await putObject(store, 'a/b', Readable.from([randomBytes(100_000)]))
  const path = join(root, stored.key)
  const whole = readFileSync(path)
  assert.equal((await readObject(store, stored)).length, 100_000)
  for (const bad of [
    whole.subarray(0, -7),
    Buffer.concat([whole, Buffer.of(1)]),
    Buffer.from(whole.with(50_000, 255 - (whole[50_000] ?? 0))),
  ]) {
    writeFileSync(path, bad)
    await assert.rejects(readObject(store, stored), /danificado|não é o que foi guardado/)
    // Where nobody wrote its hash down, its own checksum tells; what stands behind it changes nothing.
    if (bad.length <= whole.length) await assert.rejects(readObject(store, { key: stored.key }), /danificado/)
  }
})
test('a source that breaks leaves nothing under the name, nor half of it beside', async () => {
  const root = folder()
  const store: Store = { vault: await openVault(root), key: KEY }
  const breaks = async function* () {
    yield randomBytes(300_000)
    throw new Error('o disco de origem falhou')
  }
  await assert.rejects(putObject(store, 'a/b', Readable.from(breaks())), /o disco de origem falhou/)
  assert.deepEqual(readdirSync(join(root, 'a')), [])
  await assert.rejects(async () => buffer(await getObject(store, { key: 'a/b.zst.enc' })), /Falta a\/b/)
})
const mounts = (() => {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
test('a full disk is said in words, and what was being written is gone', {
  skip: mounts ? false : 'no tmpfs can be mounted here',
}, () => {
  const root = folder()
  const work = `
    import { putObject } from './src/server/backup/objects.ts'
    import { openVault } from './src/server/backup/vault.ts'
    import { randomBytes } from 'node:crypto'
    import { readdirSync } from 'node:fs'
    import { Readable } from 'node:stream'
    const store = { vault: await openVault('${root}'), key: null }
    const source = Readable.from((function* () { for (let i = 0; i < 40; i++) yield randomBytes(100_000) })())
    await putObject(store, 'parts/x', source).catch((e) => console.log(e.message))
    console.log(readdirSync('${root}/parts').length)`
  const script = `mount -t tmpfs -o size=1m tmpfs '${root}' && '${process.execPath}' --input-type=module-typescript -e "$0"`
  const said = execFileSync('unshare', ['-m', 'sh', '-c', script, work], { encoding: 'utf8' })
  assert.match(said, /Não há mais espaço em .*: o backup não foi feito, os de antes continuam inteiros\.\n0\n/)
})
const HOUR = 3600_000
test('hourly backups of 40 days: all of the last day stay, then the last of each day, none beyond the days kept', () => {
  const now = new Date('2026-11-23T12:30:00Z')
  const ids = Array.from({ length: 40 * 24 }, (_, i) => newId(new Date(now.getTime() - (i + 0.5) * HOUR))).reverse()
  const gone = new Set(expired(ids, timeOf, now, 30))
  const stay = ids.filter((id) => !gone.has(id))
  assert.equal(stay.filter((id) => now.getTime() - timeOf(id).getTime() <= 24 * HOUR).length, 24)
  const older = stay.filter((id) => now.getTime() - timeOf(id).getTime() > 24 * HOUR)
  assert.equal(new Set(older.map((id) => id.slice(0, 8))).size, older.length, 'one a day')
  assert.ok(
    older.slice(0, -1).every((id) => id.slice(9, 11) === '23' || id === older[0]),
    'the last of its day',
  )
  assert.ok(stay.every((id) => now.getTime() - timeOf(id).getTime() <= 30 * 24 * HOUR))
  assert.ok(stay.length > 24 + 27)
  assert.equal(logFrom(stay, timeOf, now), stay.at(-24), 'any second of the last day')
  assert.deepEqual(expired(['20200101T000000Z'], timeOf, now, 1), [], 'the newest never goes')
})
const idsAt = (hours: number[], now: Date) => hours.map((h) => newId(new Date(now.getTime() - h * HOUR))).sort()
test('the newest fourteen and the last of each of the four weeks before stay at any age', () => {
  const now = new Date('2026-11-25T12:30:00Z')
  const real = idsAt(
    Array.from({ length: 30 * 24 }, (_, i) => i + 0.5),
    now,
  )
  // The prunes of a month, as they went: this is what is there.
  let kept: string[] = []
  for (const id of real) {
    kept.push(id)
    const gone = new Set(expired(kept, timeOf, new Date(timeOf(id).getTime() + 60_000), 1))
    kept = kept.filter((one) => !gone.has(one))
  }
  const weeks = ['20261101T23', '20261108T23', '20261115T23', '20261122T23']
  assert.deepEqual([...new Set(kept.map((id) => id.slice(0, 11)))].slice(0, 4), weeks)
  assert.deepEqual(kept.slice(-14), real.slice(-14))
  // A clock that is ahead by thirteen months makes one, or the machine was off for as long.
  const later = new Date(now.getTime() + 400 * 24 * HOUR)
  const after = [...kept, newId(later)]
  assert.deepEqual(
    after.filter((id) => !expired(after, timeOf, later, 1).includes(id)),
    after.slice(-14),
  )
  // The clock is right again: the one that is ahead ages by its place, and what the weeks kept is not measured by it.
  const right = [...kept, newId(later), newId(new Date(later.getTime() + 1000))]
  const gone = expired(right, timeOf, now, 1)
  assert.ok(weeks.every((w) => right.some((id) => id.startsWith(w) && !gone.includes(id))))
  const many = [...kept, ...Array.from({ length: 20 }, (_, i) => newId(new Date(later.getTime() + i * 1000)))]
  assert.equal(expired(many, timeOf, now, 1).filter((id) => timeOf(id) > now).length, 6, 'none stays until 2028')
})
test('the next backup is due when the last one is as old as the setting says, to the second; at once without one, or after one of a clock that was ahead', () => {
  const now = new Date('2026-11-23T12:30:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  assert.equal(dueIn(undefined, 60, now), 0)
  assert.equal(dueIn(ago(61), 60, now), 0)
  assert.equal(dueIn(ago(60), 60, now), 0)
  assert.equal(dueIn(ago(59), 60, now), 60_000)
  assert.equal(dueIn(ago(59), 45, now), 0)
  assert.equal(dueIn(ago(-0.5), 60, now), 60.5 * 60_000, "another worker's clock")
  assert.equal(dueIn(ago(-24 * 60), 60, now), 0)
})
test('backups that are named ahead count by the moment at which they were written, and thin out as others do', () => {
  // A clock was thirteen months ahead for one backup; names go on from there. Then sixty days with one backup an hour.
  const began = Date.parse('2026-11-23T12:30:00Z')
  const wrong = new Date('2028-01-01T00:00:00Z')
  let all = [
    { id: newId(new Date(began - HOUR)), written: new Date(began - HOUR) },
    { id: newId(wrong), written: wrong },
  ]
  let now = new Date(began)
  assert.equal(lastMade(all, now)?.getTime(), began - HOUR, 'one of a moment to come counts as not made')
  for (let hour = 0; hour < 60 * 24; hour++) {
    now = new Date(began + hour * HOUR)
    all.push({ id: idAfter(all.at(-1)?.id, now), written: now })
    const gone = new Set(
      expired(
        all.map((b) => b.id),
        momentsOf(all, now),
        now,
        30,
      ),
    )
    all = all.filter((b) => !gone.has(b.id))
  }
  assert.ok(all.every((b) => timeOf(b.id) > wrong))
  const ages = all.map((b) => (now.getTime() - b.written.getTime()) / HOUR)
  assert.equal(ages.filter((h) => h <= 24).length, 25)
  const days = all.filter((_, i) => (ages[i] as number) > 24).map((b) => b.written.toISOString().slice(0, 10))
  assert.equal(new Set(days).size, days.length, 'one a day')
  assert.ok(days.length >= 28 && days.length <= 30, `${days.length} days`)
  assert.equal(dueIn(lastMade(all, now), 60, now), 60 * 60_000, 'none is due at each start')
})
test('names go forward when the clock goes back', () => {
  const now = new Date('2026-11-23T12:30:00.700Z')
  assert.equal(idAfter(undefined, now), '20261123T123000Z')
  assert.equal(idAfter('20261123T122959Z', now), '20261123T123000Z')
  assert.equal(idAfter('20261123T123000Z', now), '20261123T123001Z')
  assert.equal(idAfter('20261124T123059Z', now), '20261124T123100Z')
})
test('the log is followed without a gap, over the end of a file of 256 pieces', () => {
  assert.equal(nextSegment('0000000100000000000000FF'), '000000010000000100000000')
  const there = new Set(['000000010000000000000003', '000000010000000000000004', '000000010000000000000006'])
  assert.deepEqual(unbroken('000000010000000000000002', there), [
    '000000010000000000000003',
    '000000010000000000000004',
  ])
})
test('a gap in the log is one piece that is missing before a later one of the same timeline', () => {
  const at = (n: number, timeline = 1) =>
    `0000000${timeline}00000000000000${n.toString(16).padStart(2, '0')}`.toUpperCase()
  assert.equal(hasGap(at(5), []), false)
  assert.equal(hasGap(at(5), [at(6), at(7)]), false)
  assert.equal(hasGap(at(5), [at(7)]), true)
  assert.equal(hasGap(at(5), [at(6), at(8)]), true)
  assert.equal(hasGap(at(5), [at(2), at(5), at(6), '00000002.history', at(9, 2)]), false, 'older, or of another life')
})
test('settings: a short key, a number out of bounds, an address that is none are said; what opens the backup and what is of the machine is not kept in it', () => {
  assert.throws(() => backupSettings({ BACKUP_KEY: 'curta' }), /BACKUP_KEY precisa ter ao menos 16/)
  assert.throws(() => backupSettings({ BACKUP_EVERY: 'x' }), /BACKUP_EVERY precisa ser um número/)
  assert.throws(() => backupSettings({ BACKUP_LOSS: '1' }), /BACKUP_LOSS precisa ser um número de 6/)
  for (const to of ['backup', './backup', '../backup', 's3:balde'])
    assert.throws(() => backupSettings({ BACKUP_TO: to }), /BACKUP_TO precisa ser o caminho inteiro/)
  assert.throws(() => backupSettings({ BACKUP_TO: 's3://' }), /BACKUP_TO precisa ser como s3:\/\/balde/)
  const { every, keepDays, loss } = backupSettings({})
  assert.deepEqual([every, keepDays, loss], [60, 30, 60])
  const kept = keptSettings({
    APP_KEY: 'a',
    BACKUP_KEY: 'b',
    DATABASE_URL: 'c',
    SMTP_URL: 'd',
    MAIL_FROM: 'g',
    HOME: 'e',
    BLING_CLIENT_ID: 'f',
    ROLE: 'worker',
    WEB_CONCURRENCY: '2',
    DEMO: '0',
  })
  assert.deepEqual(kept, {
    APP_KEY: 'a',
    SMTP_URL: 'd',
    MAIL_FROM: 'g',
    BLING_CLIENT_ID: 'f',
    WEB_CONCURRENCY: '2',
    DEMO: '0',
  })
})
