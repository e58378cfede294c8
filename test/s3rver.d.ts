declare module 's3rver' {
  export interface S3Request {
    method: string
    path: string
    query: Record<string, string>
  }
  export interface S3Store {
    putObject(
      this: S3Store,
      object: { bucket: string; key: string; content: Buffer | NodeJS.ReadableStream; metadata: object },
    ): Promise<{ size: number; md5: string }>
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
    getResourcePath(bucket: string, key: string, resource: 'object'): string
  }
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    store: S3Store
    /** Koa's. */
    middleware: ((request: S3Request & { status: number; body: string }, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
