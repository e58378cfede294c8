// Objects in S3, spoken with a real server on loopback.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { type S3Server, startS3Server } from '../../test/s3_server.ts'
import { openS3, type S3, S3Failure, s3Address } from './s3.ts'

let server: S3Server
let s3: S3
before(async () => {
  server = await startS3Server()
  s3 = await openS3(s3Address('S3_URL', server.address('dentro/desta')))
})
after(async () => {
  s3.close()
  await server.close()
})
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const listed = async (prefix: string) => {
  const keys: string[] = []
  for await (const o of s3.list(prefix)) keys.push(o.key)
  return keys.sort()
}

test('a stream of 17 MB goes up in parts and comes back byte by byte; its size is known', async () => {
  const bytes = randomBytes(17 * 1024 * 1024)
  await s3.put('grande', Readable.from([bytes.subarray(0, 9_000_000), bytes.subarray(9_000_000)]))
  assert.equal(await s3.size('grande'), bytes.length)
  assert.equal(hash(await buffer(await s3.get('grande'))), hash(bytes))
})
test('an upload whose stream breaks leaves no object under its name', async () => {
  const broken = async function* () {
    yield randomBytes(6 * 1024 * 1024)
    throw new Error('o disco de origem falhou')
  }
  await assert.rejects(s3.put('meio', Readable.from(broken())), /o disco de origem falhou/)
  assert.equal(await s3.size('meio'), null)
})
test('1,003 objects are listed page by page and removed; a neighbour stays; what is not there is said to be missing', async () => {
  const keys = Array.from({ length: 1003 }, (_, i) => `muitos/${String(i).padStart(4, '0')}`)
  await s3.put('vizinho', new Uint8Array([1]))
  for (let i = 0; i < keys.length; i += 50)
    await Promise.all(keys.slice(i, i + 50).map((k) => s3.put(k, new Uint8Array([7]))))
  assert.deepEqual(await listed('muitos/'), keys)
  await s3.remove(keys)
  assert.deepEqual(await listed('muitos/'), [])
  assert.equal(await s3.size('vizinho'), 1)
  await assert.rejects(s3.get('muitos/0001'), (e: unknown) => e instanceof S3Failure && e.missing)
})
test('what is wrong with an address, a bucket, a key or a line is a sentence', async () => {
  assert.throws(() => s3Address('BACKUP_TO', 's3:///sem-balde'), /BACKUP_TO precisa ser como s3:\/\/balde/)
  assert.throws(() => s3Address('BACKUP_TO', 's3://b/x?endpoint=ftp://y'), /BACKUP_TO precisa ser como/)
  const other = async (address: string) => {
    const wrong = await openS3(s3Address('S3_URL', address))
    try {
      return await wrong.size('x').then(
        () => 'nada',
        (e: Error) => e.message,
      )
    } finally {
      wrong.close()
    }
  }
  assert.match(
    await openS3(s3Address('S3_URL', server.address('').replace('mostruario', 'outro'))).then((s) =>
      s.put('x', new Uint8Array([1])).then(
        () => 'nada',
        (e: Error) => e.message,
      ),
    ),
    /o balde não existe/,
  )
  assert.match(await other('s3://mostruario/?endpoint=http://127.0.0.1:9'), /em http:\/\/127.0.0.1:9: ECONNREFUSED/)
})
test('an S3 that takes the line and says nothing, before or amid an object, holds nobody', async () => {
  const lines = new Set<Socket>()
  for (const first of ['', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nmeio']) {
    const silent = createServer((line) => {
      lines.add(line.on('error', () => {}))
      if (first) line.once('data', () => line.write(first))
    })
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as { port: number }
    const away = await openS3(s3Address('S3_URL', `s3://mostruario/?endpoint=http://127.0.0.1:${port}`), 200)
    const got = away.get('foto').then(buffer)
    await assert.rejects(got, first ? /timed out/ : /não responde/)
    away.close()
    silent.close()
  }
  for (const line of lines) line.destroy()
})
