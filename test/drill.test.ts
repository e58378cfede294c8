// The drill: a machine lost under load, its backups in a folder. With --long, a minute may be lost; without, a fifth of
// it.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { bringBack, type Ground, loseMachine, LOSS, missing, ORDERS } from './drill.ts'
import { filesOnDisk, lookInto, restored } from './drill_back.ts'
import { endAll, folder } from './starting.ts'

after(endAll)

test(`a machine lost under load: all that was acknowledged until ${LOSS} s before is back elsewhere by the README's words, and nothing that never was`, async (c) => {
  const vault = folder()
  const ground: Ground = {
    vault,
    own: null,
    orders: ORDERS,
    short: false,
    env: {},
    files: async (data) => filesOnDisk(data),
    lose: async () => {},
    envBack: {},
    filesBack: async (data) => filesOnDisk(data),
  }
  const lost = await loseMachine(c, ground)
  await bringBack(c, ground, lost)
  const { sent, counted, due, based, safe, cut } = lost

  // Back to a moment in the midst of the work: what was done by then, nothing of what was begun after it.
  const moment = Math.round((based + safe) / 2)
  const midst = join(folder(), 'data')
  await restored(vault, midst, `-- --at ${new Date(moment).toISOString()}`)
  const then = await lookInto(midst, (f) => f)
  const [by, later] = [sent.filter((s) => s.at < moment), due.filter((s) => s.from > moment)]
  assert.ok(by.length > 10 && later.length > 10, `${by.length}, ${later.length}`)
  assert.deepEqual(
    by.filter((s) => !then.names.includes(s.name)),
    [],
    'done by then',
  )
  assert.deepEqual(
    sent.filter((s) => s.from > moment && then.names.includes(s.name)),
    [],
    'begun later',
  )
  const [least, most] = [counted.findLast((s) => s.at < moment), counted.findLast((s) => s.from <= moment)]
  assert.ok(then.counted >= Number(least?.name) && then.counted <= Number(most?.name), `${then.counted}`)

  // A moment that was not sent any more is said.
  await assert.rejects(
    restored(vault, join(folder(), 'data'), `-- --at ${new Date(cut).toISOString()}`),
    (e: { stdout: string }) => /acaba antes desse momento/.test(e.stdout),
  )

  // Twin: without the log that was sent, the last backup is all there is, and the same count finds what is missing.
  rmSync(join(vault, 'wal'), { recursive: true })
  const older = join(folder(), 'data')
  await restored(vault, older)
  const late = missing(lost, await lookInto(older, (f) => f)).join()
  assert.match(late, /acknowledged .* s before/, 'twin: nothing is missed without the log')
  assert.match(late, /a change/, 'twin: nor is a change')
})
