// Objects in S3 or in what speaks like it. The client is loaded when an address is first opened, and nobody else
// imports it. Credentials come from the standard variables (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION …).
import type { S3Client } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { CannotStart } from './settings.ts'

export interface S3 {
  /** Where it is, for people. */
  place: string
  /** Writes all of it or nothing: in parts when it is large, and a stream that breaks leaves no object. */
  put(key: string, body: Readable | Uint8Array, type?: string): Promise<void>
  /** Its bytes; S3Failure with `missing` when there are none under this key. */
  get(key: string): Promise<Readable>
  /** Its size, or null when there is none. */
  size(key: string): Promise<number | null>
  list(prefix: string): AsyncIterable<{ key: string; size: number; at: Date }>
  /** Removes what is there; what is not there is no fault. */
  remove(keys: string[]): Promise<void>
  close(): void
}
interface S3Address {
  bucket: string
  /** Before every key; '' or ending in '/'. */
  prefix: string
  endpoint: string
  region: string
}
/** What S3 refused, in a sentence. */
export class S3Failure extends Error {
  missing = false
}

/** s3://bucket/prefix?endpoint=https://…&region=…; without an endpoint it is Amazon's. */
export function s3Address(name: string, value: string): S3Address {
  const url = URL.parse(value)
  const endpoint = url?.searchParams.get('endpoint') ?? process.env.AWS_ENDPOINT_URL_S3 ?? ''
  if (url?.protocol !== 's3:' || !url.hostname || (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')))
    throw new CannotStart(
      `${name} precisa ser como s3://balde/pasta ou s3://balde/pasta?endpoint=https://s3.exemplo.com&region=sa-east-1.`,
    )
  const prefix = decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/g, '')
  const region = url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1'
  return { bucket: url.hostname, prefix: prefix && `${prefix}/`, endpoint, region }
}

export const sameBucket = (a: S3Address, b: S3Address) => a.bucket === b.bucket && a.endpoint === b.endpoint

/** What one upload holds in memory: four parts. S3 takes none below 5 MB but the last. */
const PART = 5 * 1024 * 1024
/** How many keys one call removes. */
const AT_ONCE = 1000
const CONNECT = 5000
const SILENCE = 60_000

/** `silence`: how long a line may say nothing, in ms, before it is given up and tried anew. */
export async function openS3({ bucket, prefix, endpoint, region }: S3Address, silence = SILENCE): Promise<S3> {
  const aws = await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const client: S3Client = new aws.S3Client({
    region,
    // Many that speak like S3 know neither buckets as host names nor checksums as trailers.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Of the line, not of the request: what is large and slow goes on, and a request's own limit is but a warning.
    requestHandler: { connectionTimeout: CONNECT, socketTimeout: silence },
  })
  const place = `s3://${bucket}/${prefix}`
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key })
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw '$metadata' in (error as object) || (error as NodeJS.ErrnoException).code || REASONS[(error as Error).name]
        ? failure(error as Error, place, endpoint)
        : error
    }
  }
  return {
    place,
    put: (key, body, type) =>
      told(async () => {
        const object = { ...at(key), Body: body, ContentType: type ?? 'application/octet-stream' }
        if (!(body instanceof Readable)) return void (await client.send(new aws.PutObjectCommand(object)))
        try {
          await new Upload({ client, params: object, partSize: PART, leavePartsOnError: false }).done()
        } catch (error) {
          // Taking the parts away may fail as well: what began it is said.
          throw body.errored ?? error
        }
      }),
    get: (key) =>
      told(async () => {
        const { Body } = await client.send(new aws.GetObjectCommand(at(key)))
        // Who reads it listens later: until then a broken line must not be nobody's.
        return (Body as Readable).on('error', () => {})
      }),
    async size(key) {
      try {
        const { ContentLength } = await told(() => client.send(new aws.HeadObjectCommand(at(key))))
        return ContentLength ?? 0
      } catch (error) {
        if (error instanceof S3Failure && error.missing) return null
        throw error
      }
    },
    async *list(under) {
      for (let token: string | undefined, more = true; more; ) {
        const page = await told(() =>
          client.send(
            new aws.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + under, ContinuationToken: token }),
          ),
        )
        for (const o of page.Contents ?? [])
          yield { key: (o.Key ?? '').slice(prefix.length), size: o.Size ?? 0, at: o.LastModified ?? new Date(0) }
        token = page.NextContinuationToken
        more = page.IsTruncated === true && token !== undefined
      }
    },
    async remove(keys) {
      for (let i = 0; i < keys.length; i += AT_ONCE) {
        const Objects = keys.slice(i, i + AT_ONCE).map((key) => ({ Key: prefix + key }))
        const { Errors } = await told(() =>
          client.send(new aws.DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })),
        )
        const refused = Errors?.find((e) => e.Code !== 'NoSuchKey')
        if (refused) throw new S3Failure(`${place} não apagou ${refused.Key ?? ''}: ${refused.Message ?? ''}`)
      }
    },
    close: () => client.destroy(),
  }
}
const REASONS: Record<string, string> = {
  NoSuchBucket: 'o balde não existe',
  AccessDenied: 'a chave de acesso não tem permissão',
  InvalidAccessKeyId: 'a chave de acesso não existe (AWS_ACCESS_KEY_ID)',
  SignatureDoesNotMatch: 'a chave secreta está errada (AWS_SECRET_ACCESS_KEY)',
  RequestTimeTooSkewed: 'o relógio desta máquina está errado',
  CredentialsProviderError: 'faltam AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY',
  PermanentRedirect: 'o balde está em outra região (region)',
  TimeoutError: 'não responde',
}
function failure(error: Error & { code?: string; Code?: string }, place: string, endpoint: string): S3Failure {
  const reason = REASONS[error.name] ?? REASONS[error.Code ?? ''] ?? (error.code || error.message || error.name)
  const told = new S3Failure(`${place}${endpoint && ` em ${endpoint}`}: ${reason}.`, { cause: error })
  told.missing = error.name === 'NoSuchKey' || error.name === 'NotFound'
  return told
}
