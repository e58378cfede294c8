// A reporter that says nothing: the first test that fails ends the process.
interface Event {
  type: string
  data: { details?: { type?: string }; name?: string; todo?: unknown }
}
export default async function* firstFailure(events: AsyncIterable<Event>): AsyncGenerator<string> {
  for await (const { type, data } of events)
    if (type === 'test:fail' && data.details?.type !== 'suite' && data.todo === undefined) {
      process.stdout.write(`failed: ${data.name}\n`)
      process.exit(1)
    }
  yield ''
}
