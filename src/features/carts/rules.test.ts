import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BUYER_FIELDS, type BuyerData } from '#features/orders/rules.ts'
import { buyerData } from './buyer.ts'
import * as r from './rules.ts'

const company = { cpf_required: false, cnpj_required: false, additional_field_required: false, additional_name: '' }
let serial = 0
const id = () => `cart-${++serial}`
const line = (product_id: number): r.CartLine => ({
  product_id,
  price: '10,00',
  selected_specs: {},
  quantity: 0,
  total: '',
  product: { name: `P${product_id}`, code: '', main_variation_id: null, foto1: '', min_quantity: 1, multiple: 1 },
})
/** Every field of a client says whose it is; the second has no e-mail, and a phone without area code. */
const clients = [21, 22].map((n): { id: number; data: BuyerData } => ({
  id: n,
  data: {
    name: `client${n}`,
    phone: n === 21 ? '1190000021' : '9000-0022',
    document: `client${n}`,
    email: n === 21 ? 'client21@x.test' : '',
    client_code: `client${n}`,
  },
}))
interface State {
  cart: r.Cart
  /** Of whom what is typed now is: another with each order, each *Trocar* and each sign-in. */
  turn: number
  sent: { buyer: BuyerData; client_id: number | null; details: r.Details; turn: number }[]
}
type Act = (s: State) => State
const next = (s: State, cart: r.Cart): State => ({ ...s, cart, turn: s.turn + 1 })
const acts: Record<string, fc.Arbitrary<Act>> = {
  add: fc.nat(3).map((n) => (s) => ({ ...s, cart: r.mergeLine(s.cart, line(n), 1) })),
  pick: fc.constantFrom(...clients).map((c) => (s) => {
    const cart = r.pickClient(s.cart, c)
    return s.cart.buyer.kind === 'client' && s.cart.buyer.id !== c.id ? next(s, cart) : { ...s, cart }
  }),
  type: fc
    .constantFrom(...BUYER_FIELDS)
    .map((field) => (s) => ({ ...s, cart: r.typeBuyer(s.cart, field, `typed${s.turn}`) })),
  note: fc
    .constantFrom('description' as const, 'additional_field' as const, 'seller_id' as const)
    .map((field) => (s) => ({
      ...s,
      cart: { ...s.cart, details: { ...s.cart.details, [field]: `typed${s.turn}` } },
    })),
  send: fc.constant((s) => {
    const { buyer, details } = s.cart
    const order = {
      buyer: buyerData(s.cart, company, {}),
      client_id: buyer.kind === 'client' ? buyer.id : null,
      details,
      turn: s.turn,
    }
    return { ...next(s, r.nextCart(s.cart, id())), sent: [...s.sent, order] }
  }),
  empty: fc.constant((s) => next(s, r.nextCart(s.cart, id()))),
  trocar: fc.constant((s) => next(s, r.letGo(s.cart))),
  takeOut: fc.nat(3).map((n) => (s) => {
    const cart = r.withoutLine(s.cart, r.lineKey(line(n)), id())
    return cart.lines.length === 0 ? next(s, cart) : { ...s, cart }
  }),
  repetir: fc.constantFrom(...clients).map((c) => (s) => {
    const buyer: r.Buyer = { kind: 'client', id: c.id, data: c.data, added: {} }
    return r.isFor(s.cart, buyer) ? s : next(s, { ...r.nextCart(s.cart, id()), buyer })
  }),
  reload: fc.constant((s) => ({
    ...s,
    cart: r.keptCart(JSON.parse(JSON.stringify(s.cart)) as r.Cart, s.cart.staff, id()),
  })),
  signOut: fc.constant((s) => next(s, r.freshCart(s.cart.staff, id()))),
}
const begun = (): State => ({ cart: r.freshCart(true, id()), turn: 0, sent: [] })

test('whatever a seller picks, types, sends, empties, changes, repeats or reloads: no order says anything of the client of another', () => {
  let orders = 0
  fc.assert(
    fc.property(fc.array(fc.oneof(...Object.values(acts)), { minLength: 1, maxLength: 60, size: 'max' }), (steps) => {
      const { sent } = steps.reduce((s, act) => act(s), begun())
      orders += sent.length
      for (const order of sent) {
        const client = clients.find((c) => c.id === order.client_id)
        const typed = `typed${order.turn}`
        for (const field of BUYER_FIELDS) {
          const said = order.buyer[field]
          assert.ok(
            said === '' || said === typed || said === client?.data[field],
            `${field}: ${said} in an order for ${order.client_id ?? typed}`,
          )
          if (client && field === 'name') assert.equal(said, client.data.name)
        }
        for (const said of Object.values(order.details)) assert.equal(said, typed)
      }
    }),
    { numRuns: 2000 },
  )
  assert.ok(orders > 2000, `${orders} orders`)
})
test("a client's own data stand, what they lack is added, and a phone that does not ring is typed anew", () => {
  const [whole, poor] = clients as [(typeof clients)[0], (typeof clients)[0]]
  const typed = (c: r.Cart) =>
    BUYER_FIELDS.reduce((x, field) => r.typeBuyer(x, field, field === 'phone' ? '11977776666' : 'other@x.test'), c)
  const of = (c: (typeof clients)[0]) => buyerData(typed(r.pickClient(r.freshCart(true, id()), c)), company, {})
  assert.equal(of(whole).phone, whole.data.phone)
  assert.equal(of(whole).email, whole.data.email)
  assert.deepEqual(
    [of(poor).name, of(poor).phone, of(poor).email, of(poor).client_code],
    ['client22', '11977776666', 'other@x.test', 'client22'],
  )
})
test('a visitor stays who they are between orders; the note does not', () => {
  const cart = r.typeBuyer({ ...r.freshCart(false, id()), details: { description: 'Presente' } }, 'name', 'Luciana')
  const after = r.nextCart(cart, id())
  assert.deepEqual([after.buyer, after.details], [{ kind: 'person', data: { name: 'Luciana' } }, {}])
})
test('a cart that an older version kept: of staff only the goods stay, of a visitor also name and phone', () => {
  const old = {
    cart_id: 'a',
    lines: [line(1)],
    discount: '5',
    form: { client_id: '21', name: 'Padaria', phone: '11955554444', description: 'Manhã' },
  }
  assert.deepEqual(r.keptCart(old, true, id()), { ...r.freshCart(true, 'a'), lines: old.lines, discount: '5' })
  const visitor = r.keptCart(old, false, id())
  assert.deepEqual(visitor.buyer, { kind: 'person', data: { name: 'Padaria', phone: '11955554444' } })
  assert.deepEqual(visitor.details, { description: 'Manhã' })
  assert.deepEqual(r.keptCart({ ...old, lines: [] }, false, id()).details, {})
  // Somebody who was a client and sells now.
  assert.equal(r.keptCart({ ...visitor }, true, id()).buyer.kind, 'nobody')
})
