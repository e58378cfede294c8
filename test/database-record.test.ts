// The data folder records which embedded database is its own: a start finds it wherever the folder is now, or refuses.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { type Embedded, startEmbedded } from '#server/postgres.ts'
import { embeddedHome, folderHash, socketFolder } from '#server/postgres_home.ts'
import { endAll, folder, processesOf, ready, run, start, stop } from './starting.ts'

const far: string[] = []
after(() => {
  endAll()
  for (const f of far) rmSync(f, { recursive: true, force: true })
})
const asRoot = process.getuid?.() === 0 ? false : 'só como root'
const embedded = (data: string, said: string[] = []) => startEmbedded(data, (line) => said.push(line))
async function ask(server: Pick<Embedded, 'url'>, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url('owner') })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
/** A stopped installation with one row, in a new folder within `base`. */
async function installed(base: string): Promise<{ data: string; home: string }> {
  const data = join(base, 'dados')
  mkdirSync(data)
  const server = await embedded(data)
  await ask(server, 'create table t as select 1 as n')
  await server.stop()
  if (!server.folder.startsWith(data)) far.push(server.folder)
  return { data, home: server.folder }
}
/** Starts and stops; answers where the database is. */
async function holdsRow(data: string): Promise<string> {
  const server = await embedded(data)
  try {
    assert.deepEqual(await ask(server, 'select n from t'), [{ n: 1 }])
    return server.folder
  } finally {
    await server.stop()
  }
}
const record = (data: string) => join(data, 'database.json')
/** An installation of a version without records. */
const asBefore = ({ data, home }: { data: string; home: string }) => {
  for (const file of [record(data), join(home, 'data-folder'), join(home, 'installation')]) rmSync(file)
}
async function refused(data: string, words: RegExp): Promise<void> {
  const before = existsSync(data) && existsSync(record(data)) ? readFileSync(record(data), 'utf8') : ''
  await assert.rejects(embedded(data), ({ message }: Error) => {
    assert.match(message, words)
    assert.equal(message.split('\n').length, 1)
    return true
  })
  assert.deepEqual(processesOf(data), [])
  assert.ok(!existsSync(join(data, 'pg/data/base')) || before !== '')
}

for (const base of ['', '/root'])
  test(`a renamed data folder keeps its database${base && ' outside a closed folder'}`, {
    skip: base ? asRoot : false,
  }, async () => {
    const top = base ? folder(base) : folder()
    const { data, home } = await installed(top)
    assert.equal(home.startsWith(data), base === '')
    const renamed = join(top, 'renomeada')
    renameSync(data, renamed)
    assert.equal(await holdsRow(renamed), base ? home : join(renamed, 'pg'))
    // A new folder under the old name is another installation.
    mkdirSync(data)
    const other = await embedded(data)
    if (base) far.push(other.folder)
    assert.deepEqual(await ask(other, "select to_regclass('t')::text as t"), [{ t: null }])
    await other.stop()
    if (base) assert.notEqual(other.folder, home)
    await holdsRow(renamed)
  })
test('a closed data folder that is opened keeps its database', { skip: asRoot }, async () => {
  const top = folder()
  chmodSync(top, 0o700)
  const { data, home } = await installed(top)
  assert.ok(!home.startsWith(data))
  chmodSync(top, 0o755)
  assert.equal(await holdsRow(data), home)
})
test('a data folder that was closed is refused with the command that opens it', {
  skip: asRoot,
}, async () => {
  const top = folder()
  const { data, home } = await installed(top)
  chmodSync(top, 0o700)
  await refused(data, new RegExp(`${home}, não entra em ${top}\\. .*: chmod 755 ${top}$`))
  chmodSync(top, 0o755)
  await holdsRow(data)
})
for (const base of ['', '/root'])
  test(`an installation without a record is adopted and recorded${base && ' outside a closed folder'}`, {
    skip: base ? asRoot : false,
  }, async () => {
    const top = base ? folder(base) : folder()
    const made = await installed(top)
    asBefore(made)
    assert.equal(await holdsRow(made.data), made.home)
    const kept = JSON.parse(readFileSync(record(made.data), 'utf8')) as { home: string; installation: string }
    assert.equal(kept.home, base ? made.home : 'pg')
    assert.equal(kept.installation, readFileSync(join(made.home, 'installation'), 'utf8'))
    // A record that was deleted: files tell the folder from a new one under the same name.
    rmSync(record(made.data))
    mkdirSync(join(made.data, 'files'))
    writeFileSync(join(made.data, 'files/foto.jpg'), 'x')
    await holdsRow(made.data)
    renameSync(made.data, join(top, 'outra'))
    await holdsRow(join(top, 'outra'))
  })
test('an installation without a record, opened before its update, is found where it was', {
  skip: asRoot,
}, async () => {
  const top = folder()
  chmodSync(top, 0o700)
  const made = await installed(top)
  asBefore(made)
  chmodSync(top, 0o755)
  assert.equal(await holdsRow(made.data), made.home)
})
test('a folder with files and no database is refused; an empty one starts', async () => {
  const top = folder()
  const { data } = await installed(top)
  rmSync(join(data, 'pg'), { recursive: true })
  rmSync(record(data))
  mkdirSync(join(data, 'files/aa'), { recursive: true })
  // Negative control: folders alone are no installation.
  await (await embedded(data)).stop()
  rmSync(join(data, 'pg'), { recursive: true })
  rmSync(record(data))
  writeFileSync(join(data, 'files/aa/foto.jpg'), 'x')
  await refused(data, /há arquivos de uma instalação, mas o banco dela falta \(procurei .*\/pg e .*dê outra DATA_DIR/)
  assert.ok(!existsSync(join(data, 'pg')))
})
test('a start without its recorded database is refused with where it may be', async () => {
  const top = folder()
  const { data } = await installed(top)
  const pgFolder = join(data, 'pg')
  renameSync(pgFolder, join(top, 'levado'))
  await refused(
    data,
    new RegExp(`database\\.json diz que está em ${pgFolder}, e lá não há.*npm run restore.*outra DATA_DIR`),
  )
  assert.ok(!existsSync(pgFolder), 'none is made')
  renameSync(join(top, 'levado'), pgFolder)
  await holdsRow(data)
})
test('a copied data folder without its database says of which one it is a copy', {
  skip: asRoot,
}, async () => {
  const top = folder('/root')
  const { data, home } = await installed(top)
  const copy = join(top, 'copia')
  cpSync(data, copy, { recursive: true })
  await refused(copy, new RegExp(`${copy} é uma cópia de ${data}, sem o banco: o de ${home} é daquela`))
  await holdsRow(data)
  // Moved by copying: the first one is gone.
  rmSync(data, { recursive: true })
  assert.equal(await holdsRow(copy), home)
  // On another machine neither is there.
  renameSync(home, `${home}-levado`)
  far.push(`${home}-levado`)
  await refused(copy, new RegExp(`diz que está em ${home}, e lá não há.*parece estar em ${home}-levado: mova-o`))
})
test('a data folder copied with its database is another installation', async () => {
  const top = folder()
  const { data } = await installed(top)
  const copy = join(top, 'copia')
  // The account of the database keeps its files, for root as well.
  execFileSync('cp', ['-a', data, copy])
  const said: string[] = []
  const server = await embedded(copy, said)
  assert.deepEqual(await ask(server, 'select n from t'), [{ n: 1 }])
  await server.stop()
  assert.match(said.join('\n'), new RegExp(`${copy} é uma cópia de ${data}, com o banco`))
  const idOf = (folder: string) => readFileSync(join(folder, 'pg/installation'), 'utf8')
  assert.notEqual(idOf(copy), idOf(data))
  const again: string[] = []
  await (await embedded(copy, again)).stop()
  assert.deepEqual(again, [])
})
test('commands, backup and restore follow the record', { skip: asRoot }, async () => {
  const top = folder('/root')
  const data = join(top, 'dados')
  const s = await start(data, { env: { DEMO: '0' } })
  assert.ok(await ready(s), s.output())
  assert.equal(await stop(s), 0)
  const home = (JSON.parse(readFileSync(record(data), 'utf8')) as { home: string }).home
  far.push(home)
  const renamed = join(top, 'renomeada')
  renameSync(data, renamed)
  const created = await run(renamed, 'operator', 'create', 'ana@casa.test', 'Ana')
  assert.equal(created.code, 0, created.said)
  const backup = join(top, 'backup')
  assert.equal((await run(renamed, 'backup', backup)).code, 0)
  const copy = join(top, 'copia')
  cpSync(renamed, copy, { recursive: true })
  for (const [name, ...args] of [['operator', 'companies'], ['backup', backup], ['doctor']] as const) {
    const { code, said } = await run(copy, name, ...args)
    assert.equal(code, 1, said)
    assert.match(said, new RegExp(`${copy} é uma cópia de ${renamed}, sem o banco`))
  }
  // What comes back is another installation, also under the name that the first one had.
  const back = await run(data, 'restore', backup)
  assert.equal(back.code, 0, back.said)
  const restored = JSON.parse(readFileSync(record(data), 'utf8')) as { home: string }
  far.push(restored.home)
  assert.notEqual(restored.home, home)
  for (const place of [renamed, data])
    assert.match((await run(place, 'operator', 'operators')).said, /^ana@casa\.test\tAna$/m)
})
test('a socket folder that another account made first is refused', { skip: asRoot }, async () => {
  const data = join(folder(), 'x'.repeat(100))
  mkdirSync(data)
  const sockets = socketFolder(embeddedHome(data).home, folderHash(data))
  assert.ok(!sockets.startsWith(data))
  const theirs = folder()
  symlinkSync(theirs, sockets)
  after(() => rmSync(sockets, { recursive: true, force: true }))
  await refused(data, /é de outra conta .* ou um link\. Apague-a, ou dê a DATA_DIR um caminho mais curto\.$/)
  assert.equal(statSync(theirs).uid, 0)
  rmSync(sockets)
  // Negative control: what it makes itself is no obstacle, also the second time.
  for (let i = 0; i < 2; i++) await (await embedded(data)).stop()
})
