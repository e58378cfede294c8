// The same drill with everything in S3: the backups and the log that is sent between them, and the files, whose bucket is
// lost with the machine. What is the same in a folder (a moment between two backups, the twin; without --long the deaths on
// the way) is not done again.
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openS3, s3Address } from '#server/s3.ts'
import { bringBack, type Ground, loseMachine, LOSS } from './drill.ts'
import { type Files, sha } from './drill_back.ts'
import { type S3Server, startS3Server } from './s3_server.ts'
import { endAll } from './starting.ts'

let s3: S3Server
before(async () => {
  s3 = await startS3Server()
})
after(async () => {
  endAll()
  await s3.close()
})
async function filesIn(url: string): Promise<Files> {
  const bucket = await openS3(s3Address('S3_URL', url))
  const found: Files = new Map()
  for await (const { key, at } of bucket.list('files/'))
    found.set(key.slice('files/'.length), { at: at.getTime(), hash: sha(await buffer(await bucket.get(key))) })
  bucket.close()
  return found
}

test(`a machine lost under load and the bucket of its files with it: from a backup in S3 all that was acknowledged until ${LOSS} s before is back, rows and files together`, async (c) => {
  const [files, filesBack] = [s3.address('loja'), s3.address('loja-nova')]
  const ground: Ground = {
    vault: s3.address('copias'),
    own: null,
    orders: 0,
    short: !process.env.LONG,
    env: { S3_URL: files },
    files: () => filesIn(files),
    async lose() {
      const bucket = await openS3(s3Address('S3_URL', files))
      for await (const { key } of bucket.list('')) await bucket.remove([key])
      bucket.close()
    },
    envBack: { S3_URL: filesBack },
    async filesBack(data) {
      assert.ok(!existsSync(join(data, 'files')), 'nothing of it lies on the disk')
      return filesIn(filesBack)
    },
  }
  await bringBack(c, ground, await loseMachine(c, ground))
})
