// A database that is starting, stopping or busy is said to be that: no setting is blamed for what passes.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { after, test } from 'node:test'
import { databaseAnswers } from '#server/reach.ts'
import {
  bareEnv,
  endAll,
  folder,
  ownerOf,
  postgresOf,
  ready,
  root,
  run,
  start,
  startedFolder,
  stop,
} from './starting.ts'

after(endAll)
test('commands and the doctor say that a database is shutting down', async () => {
  const data = await startedFolder()
  const s = await start(data, { env: { DEMO: '0' } })
  assert.ok(await ready(s), s.output())
  const holds = await ownerOf(data)
  // Smart shutdown: it waits for the connections that are there, and takes no other.
  process.kill(postgresOf(data), 'SIGTERM')
  await assert.rejects(ownerOf(data), { code: '57P03' })
  const { said } = await run(data, 'doctor')
  assert.match(said, /O PostgreSQL embutido está iniciando ou encerrando.*\n {7}→ .*instantes/)
  assert.doesNotMatch(said, /DATABASE_URL|DATABASE_OWNER_URL/)
  const command = await run(data, 'operator', 'companies')
  assert.equal(command.code, 1)
  assert.match(command.said, /está iniciando ou encerrando/)
  assert.doesNotMatch(command.said, /DATABASE_URL/)
  await holds.end()
  await stop(s)
})
/** What PostgreSQL answers to a startup message while it takes no connections. */
const refusing = (code: string) =>
  new Promise<Server>((done) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mx\0\0`)
        const head = Buffer.from([69, 0, 0, 0, 0])
        head.writeInt32BE(fields.length + 4, 1)
        socket.end(Buffer.concat([head, fields]))
      })
    }).listen(0, '127.0.0.1', () => done(server))
  })
for (const [code, words] of [
  ['57P03', /O PostgreSQL em 127\.0\.0\.1:\d+\/loja está iniciando ou encerrando/],
  ['53300', /não tem conexões livres/],
] as const)
  test(`a start and the doctor say the same of ${code} at an own database`, async () => {
    const server = await refusing(code)
    const { port } = server.address() as { port: number }
    const url = `postgresql://a:b@127.0.0.1:${port}/loja`
    await assert.rejects(
      databaseAnswers(url, () => {}, 0.1),
      ({ message }: Error) => words.test(message) && !/Confira DATABASE_URL/.test(message),
    )
    const env = { ...bareEnv(), DATA_DIR: folder(), DATABASE_URL: url }
    const said = await new Promise<string>((done) =>
      execFile(process.execPath, ['scripts/doctor.ts'], { cwd: root, env }, (_, out, err) => done(out + err)),
    )
    assert.match(said, words)
    assert.doesNotMatch(said, /Confira DATABASE_URL/)
    server.close()
  })
