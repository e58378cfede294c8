// An S3 server on loopback (s3rver, from npm): real requests, real signatures, objects in a folder.
import crypto, { createCipheriv, createDecipheriv } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import S3rver, { type S3Request } from 's3rver'

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
/** Starts one with the bucket `mostruario`; its credentials stand in this process' environment, too. */
export async function startS3Server(): Promise<S3Server> {
  mkdirSync('.test/tmp', { recursive: true })
  const directory = mkdtempSync(join('.test/tmp', 's3-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory }
  const server = new S3rver({ ...options, configureBuckets: [{ name: 'mostruario' }] })
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
