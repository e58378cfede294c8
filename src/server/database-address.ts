// Addresses of PostgreSQL. One may name several hosts (postgresql://user@one:5432,other:5432/database), as libpq reads
// them: connections use them in turn until they find the one that takes writes.
import pg from 'pg'

/** What is wrong with an address or its role, and what to do about it, in Portuguese. */
export interface DatabaseFault {
  says: string
  todo: string
}
const SEVERAL = /^(\w+:\/\/(?:[^@/?#]*@)?)([^@/?#]+,[^@/?#]+)((?:[/?#].*)?)$/s
/** The same address with one host each. */
export function hostsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = SEVERAL.exec(url) ?? []
  return hosts ? hosts.split(',').map((host) => before + host + after) : [url]
}
/** Where an address leads, without the password. */
export function placeOf(url: string): string {
  const all = hostsOf(url).map((connectionString) => new pg.Client({ connectionString }))
  return `${all.map(({ host, port }) => `${host}:${port}`).join(', ')}/${all[0]?.database}`
}
/** SQLSTATE read_only_sql_transaction: a standby, or a server that is being replaced. */
export const READ_ONLY = '25006'
const IS_READ_ONLY = "select current_setting('transaction_read_only') = 'on' as read_only"
/** Whether the server behind a connection refuses writes. */
export async function isReadOnly(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  return (await client.query<{ read_only: boolean }>(IS_READ_ONLY)).rows[0]?.read_only === true
}
/** Which host of each address is used, by its place in the list. */
const inUse = new Map<string, number>()

/** A connection to the host in use. Where it fails, or takes no writes while there are others, the next connection uses
 * the next host. */
export class DatabaseClient extends pg.Client {
  readonly #url: string
  readonly #at: number
  constructor(config: pg.ClientConfig = {}) {
    const url = config.connectionString ?? ''
    const at = inUse.get(url) ?? 0
    super({ ...config, connectionString: hostsOf(url)[at] ?? url })
    this.#url = url
    this.#at = at
  }
  /** The address of the one host that this connection leads to. */
  get address(): string {
    return hostsOf(this.#url)[this.#at] ?? this.#url
  }
  override connect(): Promise<pg.Client>
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void
  override connect(callback?: (error: never, client: never) => void): Promise<pg.Client> | void {
    const connected = this.#connect()
    if (!callback) return connected
    const answer = callback as (error: Error | null, client?: pg.Client) => void
    connected.then(
      (client) => answer(null, client),
      (error: Error) => answer(error),
    )
  }
  async #connect(): Promise<pg.Client> {
    const hosts = hostsOf(this.#url).length
    try {
      await super.connect()
      if (hosts > 1 && (await isReadOnly(this)))
        throw Object.assign(new Error('The server takes no writes.'), { code: READ_ONLY })
      return this
    } catch (error) {
      if ((inUse.get(this.#url) ?? 0) === this.#at) inUse.set(this.#url, (this.#at + 1) % hosts)
      this.end().catch(() => {})
      throw error
    }
  }
}
