// An S3 server on loopback (s3rver, from npm): real requests, real signatures, objects in a folder.
import crypto, { createCipheriv, createDecipheriv } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver, { type S3Request, type S3Store } from 's3rver'

export interface S3Server {
  /** s3://mostruario/… with this server's endpoint. */
  address(prefix: string): string
  env: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
  /** Every request passes here first: a test keeps it waiting, or answers a status that it is refused with. */
  gate: (request: S3Request) => Promise<number | undefined>
  close(): Promise<void>
}
// It makes its continuation tokens with DES, which the OpenSSL of Node no longer has. All others get what they ask for.
const still = [Buffer.alloc(16, 7), Buffer.alloc(16)] as const
type Make = (algorithm: string, ...more: unknown[]) => unknown
const withDes =
  (make: Make): Make =>
  (algorithm, ...more) =>
    algorithm.startsWith('des') ? make('aes-128-ctr', ...still) : make(algorithm, ...more)
Object.assign(crypto, {
  createCipheriv: withDes(createCipheriv as Make),
  createDecipheriv: withDes(createDecipheriv as Make),
})
/** In S3 an object is there whole or not at all. This server's own way is to write where others already read. */
const whole: S3Store['putObject'] = async function (this: S3Store, { bucket, key, content, metadata }) {
  const bytes = Buffer.isBuffer(content) ? content : await buffer(content)
  const path = this.getResourcePath(bucket, key, 'object')
  const half = `${path}.${crypto.randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(half, bytes)
  await rename(half, path)
  const md5 = crypto.createHash('md5').update(bytes).digest('hex')
  await this.putMetadata(bucket, key, metadata, md5)
  return { size: bytes.length, md5 }
}
/** Starts one with the bucket `mostruario`; its credentials stand in this process' environment, too. */
export async function startS3Server(): Promise<S3Server> {
  mkdirSync('.test/tmp', { recursive: true })
  const directory = mkdtempSync(join('.test/tmp', 's3-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory }
  const server = new S3rver({ ...options, configureBuckets: [{ name: 'mostruario' }] })
  server.store.putObject = whole
  server.middleware.unshift(async (request, next) => {
    const refused = await started.gate(request)
    if (refused) Object.assign(request, { status: refused, body: '<Error/>' })
    else await next()
  })
  const { port } = await server.run()
  const env = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
  Object.assign(process.env, env)
  const started: S3Server = {
    gate: async () => undefined,
    address: (prefix) => `s3://mostruario/${prefix}?endpoint=http://127.0.0.1:${port}`,
    env,
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return started
}
