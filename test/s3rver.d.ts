declare module 's3rver' {
  export interface S3Request {
    method: string
    path: string
    query: Record<string, string>
  }
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    /** Koa's. */
    middleware: ((request: S3Request & { status: number; body: string }, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
