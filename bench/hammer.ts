// One company's people, asking as fast as they are answered: node bench/hammer.ts ORIGIN TOKENS COMPANY CONNECTIONS IDS.
// With the lowest priority: these would be other machines.
import { randomUUID } from 'node:crypto'
import { setPriority } from 'node:os'
import { ask } from './ask.ts'
import { auth } from './filled.ts'

const [, , origin, tokens, company, connections, list] = process.argv as unknown as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
setPriority(19)
const ids = list.split(',')
const people = tokens.split(',')
let n = 0
const counts: Record<number, number> = {}
const hammer = async () => {
  for (;;) {
    const k = n++
    const id = ids[k % ids.length]
    const token = people[k % people.length] as string
    const [path, init] = [
      [`/api/v1/products?limit=100&page=${1 + (k % 30)}`, auth(token)],
      [
        `/api/v1/products?limit=24&name=${encodeURIComponent(`${'cate ta su'.slice(0, 2 + (k % 7))} ${k % 97}`)}`,
        auth(token),
      ],
      [
        `/api/v2/companies/${company}/order_cart`,
        auth(token, {
          name: 'Cliente',
          phone: '11912345678',
          cart_id: randomUUID(),
          product_json: [{ product_id: Number(id), quantity: 1, specs: {} }],
        }),
      ],
    ][k % 3] as [string, RequestInit]
    const { status } = await ask(origin + path, init)
    counts[status] = (counts[status] ?? 0) + 1
  }
}
process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(counts), () => process.exit(0))
})
await Promise.all(Array.from({ length: Number(connections) }, hammer))
