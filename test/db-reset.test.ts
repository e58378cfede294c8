// npm run db:reset deletes a demonstration whose name was typed, and nothing else.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { endAll, folder, ownerOf, processesOf, ready, root, start, stop } from './starting.ts'

after(endAll)
/** The command with this line typed; null: nothing is typed. */
const reset = (data: string, line: string | null, env: Record<string, string> = {}) =>
  new Promise<{ code: number | null; said: string }>((done) => {
    const child = spawn(process.execPath, ['scripts/db-reset.ts'], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: data, ...env },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (d) => (said += d))
    child.stdin.end(line === null ? '' : `${line}\n`)
    child.on('close', (code) => done({ code, said }))
  })
async function refused(data: string, line: string | null, says: RegExp, env: Record<string, string> = {}) {
  const { code, said } = await reset(data, line, env)
  assert.equal(code, 1, said)
  assert.match(said, says)
  assert.doesNotMatch(said, /\n\s+at /)
  assert.ok(existsSync(data))
}
test('deletes no folder that is not an installation', { timeout: 60_000 }, async () => {
  const data = folder()
  writeFileSync(join(data, 'planilha.xlsx'), 'x')
  await refused(data, basename(data), /não há instalação/)
  assert.ok(existsSync(join(data, 'planilha.xlsx')))
})
test('deletes a demonstration only after its name was typed, and never in production', {
  timeout: 180_000,
}, async () => {
  const data = join(folder(), 'demonstracao')
  mkdirSync(data)
  const s = await start(data, { env: { DEMO: '1' } })
  assert.ok(await ready(s), s.output())
  await refused(data, 'demonstracao', /está rodando nesta pasta/)
  assert.equal(await stop(s), 0)
  await refused(data, 'demonstracao', /NODE_ENV é production/, { NODE_ENV: 'production' })
  await refused(data, 'outra', /Não foi digitado "demonstracao": nada foi apagado/)
  await refused(data, null, /Não foi digitado/)
  assert.deepEqual(processesOf(data), [])
  const done = await reset(data, 'demonstracao')
  assert.equal(done.code, 0, done.said)
  assert.match(done.said, /npm run backup/)
  assert.ok(!existsSync(data))
  assert.deepEqual(processesOf(data), [])
})
test('deletes no installation with a company of somebody else', { timeout: 180_000 }, async () => {
  const data = join(folder(), 'loja')
  mkdirSync(data)
  const s = await start(data, { env: { DEMO: '1' } })
  assert.ok(await ready(s), s.output())
  const owner = await ownerOf(data)
  await owner.query("insert into companies (path, name, valid_until) values ('casa', 'Casa Real', '2031-01-01')")
  await owner.end()
  assert.equal(await stop(s), 0)
  await refused(data, 'loja', /empresa que não é da demonstração \(Casa Real\): nada foi apagado/)
  const again = await start(data, { env: { DEMO: '0' } })
  assert.ok(await ready(again), again.output())
  assert.equal(await stop(again), 0)
})
