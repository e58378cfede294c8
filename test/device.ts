// A device in a test: it takes what the one call answers as the browser's store does (src/web/device/take.ts).
import assert from 'node:assert/strict'
import { type Kept, needs, nothing, take } from '#web/device/take.ts'
import type { TestApp } from './kit.ts'

// biome-ignore lint: rows are checked field by field
type Row = any
export class Device {
  products = new Map<number, Row>()
  version: number | undefined
  projection = ''
  kept = new Map<string, Kept>()
  /** Whether sums are compared. */
  sums = true
  resets = 0
  t: TestApp
  token: string
  constructor(t: TestApp, token: string) {
    this.t = t
    this.token = token
  }
  get marks(): Record<string, string> {
    const { kept } = this
    return new Proxy({} as Record<string, string>, {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: (_, k) => ({ enumerable: true, configurable: true, value: kept.get(String(k))?.mark }),
      get: (_, k) => kept.get(String(k))?.mark,
      set: (_, k, mark: string) => {
        const found = kept.get(String(k))
        if (found) kept.set(String(k), { ...found, mark })
        return true
      },
    })
  }
  /** By kind what screens would see; null: too many. */
  get kinds(): Record<string, unknown> {
    return Object.fromEntries([...this.kept].map(([kind, k]) => [kind, k.none ? null : (k.value ?? k.rows)]))
  }
  rows(kind: string): ReadonlyMap<number, Row> {
    return (this.kept.get(kind)?.rows ?? new Map()) as Map<number, Row>
  }
  state(): object {
    const sorted = (rows: Iterable<Row>) => [...rows].sort((x, y) => x.id - y.id)
    return {
      products: sorted(this.products.values()),
      ...Object.fromEntries([...this.kept].map(([kind, k]) => [kind, k.rows ? sorted(k.rows.values()) : k.value])),
    }
  }
  async renew(between: () => Promise<void> = async () => {}): Promise<void> {
    const start = this.version
    let after: number | null = null
    let only: string[] | null = null
    const asked = new Set<string>()
    for (let n = 0; n < 100; n++) {
      const query = new URLSearchParams({
        have: [...this.kept].map(([kind, k]) => `${kind}:${k.mark}`).join() || '-',
        ...(only && { only: only.join(',') }),
        ...((only && after === null ? this.version : start) !== undefined && {
          since: String(only && after === null ? this.version : start),
        }),
        ...(this.projection && { projection: this.projection }),
        ...(after !== null && { after: String(after) }),
      })
      const r = await this.t.call('GET', `/api/v2/offline?${query}`, { token: this.token })
      assert.equal(r.status, 200, JSON.stringify(r.body))
      const { data } = r.body
      if (data.reset && after === null) {
        if (start !== undefined) this.resets++
        this.products.clear()
      }
      for (const id of data.removed) this.products.delete(id)
      for (const p of data.products) this.products.set(p.id, p)
      if (only === null) for (const kind of this.kept.keys()) if (!(kind in data.kinds)) this.kept.delete(kind)
      const pending: string[] = []
      for (const [kind, part] of Object.entries(data.kinds)) {
        const before = this.kept.get(kind) ?? nothing
        if ((part as Row).reset && before.mark) this.resets++
        const next = take(before, part as never)
        this.kept.set(kind, next)
        const need = this.sums ? needs(next, part as never) : (part as Row).more ? 'more' : ''
        if (need === 'more') pending.push(kind)
        if (need === 'ids' && !asked.has(kind)) {
          asked.add(kind)
          pending.push(`${kind}?`)
        }
      }
      after = data.next
      if (after === null) [this.version, this.projection] = [data.version, data.projection]
      if (after === null && pending.length === 0) return
      only = pending.length ? pending : ['']
      await between()
    }
    throw new Error('the copy never ends')
  }
}
/** A device that has just fetched everything. */
export async function copyOf(t: TestApp, token: string): Promise<Device> {
  const device = new Device(t, token)
  await device.renew()
  return device
}
