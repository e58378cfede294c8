// Statements that travel in one message: PostgreSQL runs them one after another and answers once. A failing one
// ends the message: what stands after it is not run.
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
  /** Prepared under this name once per connection; without one, every time. */
  name?: string
}
/** What of pg's connection a query writes to. */
interface Wire {
  parsedStatements: Record<string, string>
  parse(s: { text: string; name: string }): void
  bind(s: { statement: string; values: unknown[] }): void
  execute(s: object): void
  sync(): void
}
interface Prepared {
  prepare(wire: Wire): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, wire: Wire): void
}
const Query = pg.Query as unknown as new (config: Statement & { queryMode: 'extended' }, callback: (error: Error | null, result: { rows: unknown[] }) => void) => Prepared

/** A query of pg with others around it, whose rows nobody reads. */
class Together extends Query {
  before: Statement[]
  after: Statement[]
  done = 0
  constructor(before: Statement[], main: Statement, after: Statement[], callback: (error: Error | null, result: { rows: unknown[] }) => void) {
    super({ ...main, queryMode: 'extended' }, callback)
    this.before = before
    this.after = after
  }
  override prepare(wire: Wire) {
    for (const s of this.before) run(wire, s)
    super.prepare(wire)
  }
  /** Called by pg where it would run the statement and end the message. */
  _getRows(wire: Wire) {
    wire.execute({})
    for (const s of this.after) run(wire, s)
    wire.sync()
  }
  override handleDataRow(message: object) {
    if (this.done === this.before.length) super.handleDataRow(message)
  }
  override handleCommandComplete(message: object, wire: Wire) {
    if (this.done++ === this.before.length) super.handleCommandComplete(message, wire)
  }
}
function run(wire: Wire, { text, values, name = '' }: Statement) {
  if (!name || wire.parsedStatements[name] !== text) wire.parse({ text, name })
  wire.bind({ statement: name, values })
  wire.execute({})
}

/** Rows of `main`, sent together with the statements before and after it. */
export const together = (client: pg.ClientBase, before: Statement[], main: Statement, after: Statement[]) =>
  new Promise<{ rows: unknown[] }>((done, fail) => {
    client.query(new Together(before, main, after, (error, result) => (error ? fail(error) : done(result))) as unknown as pg.Submittable)
  })
