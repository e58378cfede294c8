import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BUYER_FIELDS, type BuyerData } from '#features/orders/rules.ts'
import * as b from './buyer.ts'
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
  product: {
    name: `P${product_id}`,
    code: '',
    main_variation_id: null,
    foto1: '',
    min_quantity: 1,
    multiple: 1,
    mixed: true,
  },
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
    const cart = b.pickClient(s.cart, c)
    return s.cart.buyer.kind === 'client' && s.cart.buyer.id !== c.id ? next(s, cart) : { ...s, cart }
  }),
  type: fc
    .constantFrom(...BUYER_FIELDS)
    .map((field) => (s) => ({ ...s, cart: b.typeBuyer(s.cart, field, `typed${s.turn}`) })),
  note: fc
    .constantFrom('description' as const, 'additional_field' as const, 'seller_id' as const)
    .map((field) => (s) => ({
      ...s,
      cart: { ...s.cart, details: { ...s.cart.details, [field]: `typed${s.turn}` } },
    })),
  send: fc.constant((s) => {
    const { buyer, details } = s.cart
    const order = {
      buyer: b.buyerData(s.cart, company, {}),
      client_id: buyer.kind === 'client' ? buyer.id : null,
      details,
      turn: s.turn,
    }
    return { ...next(s, r.nextCart(s.cart, id())), sent: [...s.sent, order] }
  }),
  empty: fc.constant((s) => next(s, r.nextCart(s.cart, id()))),
  trocar: fc.constant((s) => next(s, b.letGo(s.cart))),
  takeOut: fc.nat(3).map((n) => (s) => {
    const cart = r.withoutLine(s.cart, r.lineKey(line(n)), id())
    return cart.lines.length === 0 ? next(s, cart) : { ...s, cart }
  }),
  repetir: fc.constantFrom(...clients).map((c) => (s) => {
    const buyer: r.Buyer = { kind: 'client', id: c.id, data: c.data, added: {} }
    return b.isFor(s.cart, buyer) ? s : next(s, { ...r.nextCart(s.cart, id()), buyer })
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
    BUYER_FIELDS.reduce((x, field) => b.typeBuyer(x, field, field === 'phone' ? '11977776666' : 'other@x.test'), c)
  const of = (c: (typeof clients)[0]) => b.buyerData(typed(b.pickClient(r.freshCart(true, id()), c)), company, {})
  assert.equal(of(whole).phone, whole.data.phone)
  assert.equal(of(whole).email, whole.data.email)
  assert.deepEqual(
    [of(poor).name, of(poor).phone, of(poor).email, of(poor).client_code],
    ['client22', '11977776666', 'other@x.test', 'client22'],
  )
})
test('a visitor stays who they are between orders; the note does not', () => {
  const cart = b.typeBuyer({ ...r.freshCart(false, id()), details: { description: 'Presente' } }, 'name', 'Luciana')
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

const staff = () => r.freshCart(true, id())
const visitor = () => r.freshCart(false, id())
const view = b.viewOf({ price_table: 2, margin: 500, currency: 'USD', hiddenCategories: [7] })
const [first, second] = clients as [r.Client, r.Client]

test("staff see the catalogue with the eyes of the cart's client, of who is typed in as somebody new, else with their own", () => {
  assert.deepEqual(view, {
    buyer: { price_table: 2, margin_bp: 500, currency: 'USD' },
    hide_price: false,
    hidden_categories: [7],
  })
  assert.equal(r.eyesOf(staff()), null)
  assert.deepEqual(r.eyesOf(b.pickClient(staff(), { ...first, view })), { client_id: 21, view })
  assert.deepEqual(r.eyesOf(b.pickClient(staff(), first)), { client_id: 21, view: null })
  assert.deepEqual(r.eyesOf(b.typeBuyer(staff(), 'name', 'Ana')), { client_id: 'novo', view: null })
  assert.equal(r.eyesOf(b.typeBuyer(visitor(), 'name', 'Ana')), null)
  assert.deepEqual(b.pickClient(staff(), first).buyer, { kind: 'client', id: 21, data: first.data, added: {} })
  assert.deepEqual(b.pickClient(staff(), { ...first, view }).buyer, { ...b.pickClient(staff(), first).buyer, view })
})
test('a field that is typed leaves the others; a cart is called by its buyer, and by nothing while that is nobody', () => {
  const typed = b.typeBuyer(b.typeBuyer(staff(), 'name', 'Ana'), 'phone', '11955554444')
  assert.deepEqual(typed.buyer, { kind: 'person', data: { name: 'Ana', phone: '11955554444' } })
  const named = [typed, b.pickClient(staff(), second), staff(), b.typeBuyer(staff(), 'phone', '1')]
  assert.deepEqual(named.map(r.nameOf), ['Ana', 'client22', '', ''])
})
test('*Repetir* asks nothing where the cart is that client’s already, or of who orders for themselves', () => {
  const of = (c: r.Client): r.Buyer => b.pickClient(staff(), c).buyer
  const typed = b.typeBuyer(staff(), 'name', 'Ana')
  assert.equal(b.isFor(b.pickClient(staff(), first), of(first)), true)
  assert.equal(b.isFor(b.pickClient(staff(), first), of(second)), false)
  assert.equal(b.isFor(staff(), of(first)), false)
  assert.equal(b.isFor(b.pickClient(staff(), first), typed.buyer), false)
  assert.equal(b.isFor(typed, typed.buyer), false)
  assert.equal(b.isFor(visitor(), typed.buyer), true)
})
test('a percentage of a line is from 0 to 100; what is none counts as nothing, and a hidden price has no total', () => {
  assert.deepEqual(['', undefined, 'x', '-5', '12,5', '100', '250'].map(r.shareOf), [0, 0, 0, 0, 1250, 10_000, 10_000])
  const two = r.sized(line(1), 2)
  assert.deepEqual([two.quantity, two.total, r.discounted(two, '10').total], [2, '20,00', '18,00'])
  assert.equal(r.sized({ ...line(1), price: '' }, 2).total, '')
})
test('the same product goes into its line, which keeps its discount and never holds more than an order takes', () => {
  const held = (c: r.Cart) => c.lines.map((l) => [l.product_id, l.quantity, l.total, l.discount])
  const one = r.mergeLine(r.mergeLine(staff(), line(1), 2), line(2), 1)
  const cheap = { ...one, lines: one.lines.map((l) => (l.product_id === 1 ? r.discounted(l, '50') : l)) }
  const more = r.mergeLine(cheap, { ...line(1), price: '20,00' }, 3)
  assert.deepEqual(held(more), [
    [1, 5, '50,00', '50'],
    [2, 1, '10,00', undefined],
  ])
  assert.equal('discount' in (r.mergeLine(one, line(2), 1).lines[1] as r.CartLine), false)
  const full = r.mergeLine(staff(), line(1), 2_000_000)
  assert.equal(full.lines[0]?.quantity, 999_999)
  assert.equal(r.mergeLine(full, line(1), 1).lines[0]?.quantity, 999_999)
})
test('only the line that is taken out goes; with the last one staff have an empty cart, a visitor keeps what was said', () => {
  const two = { ...r.mergeLine(r.mergeLine(staff(), line(1), 1), line(2), 1), details: { description: 'Manhã' } }
  const left = r.withoutLine(two, r.lineKey(line(1)), 'new')
  assert.deepEqual([left.cart_id, left.lines.map((l) => l.product_id), left.details], [two.cart_id, [2], two.details])
  assert.deepEqual(r.withoutLine(left, r.lineKey(line(2)), 'new'), r.freshCart(true, 'new'))
  const own = { ...r.mergeLine(visitor(), line(1), 1), details: { description: 'Presente' } }
  assert.deepEqual(r.withoutLine(own, r.lineKey(line(1)), 'new'), { ...own, lines: [] })
})
test('*Desfazer* of the last line brings the whole cart back, unless another was begun since: then just the line', () => {
  const before = { ...r.mergeLine(b.pickClient(staff(), first), line(1), 3), discount: '5' }
  const taken = before.lines[0] as r.CartLine
  const empty = r.withoutLine(before, r.lineKey(taken), 'new')
  assert.deepEqual(r.withLineAgain(empty, taken, before), { ...before, cart_id: 'new' })
  const others = b.pickClient(empty, second)
  assert.deepEqual(r.withLineAgain(others, taken, before), r.mergeLine(others, line(1), 3))
  const goods = r.mergeLine(empty, line(2), 1)
  assert.deepEqual(r.withLineAgain(goods, taken, before), r.mergeLine(goods, line(1), 3))
})
test('a cart that came back keeps why, and since when it is there; one that was never sent has nothing of it', () => {
  const cart = { ...b.pickClient({ ...staff(), lines: [line(1)] }, first), begun: 1, at: 2 }
  const back = { ...cart, refusal: { status: 409, body: { code: 'price_changed' } } }
  for (const kept of [cart, back, visitor()]) {
    const lined = { ...kept, lines: [line(1)] }
    assert.deepEqual(r.keptCart(lined, kept.staff, 'new'), lined)
  }
})
test('a device that kept nothing, or half a cart, begins with an empty one', () => {
  for (const kept of [undefined, {}, { cart_id: 'a' }, { lines: [line(1)] }])
    assert.deepEqual(r.keptCart(kept, true, 'new'), r.freshCart(true, 'new'))
  const { details: _, ...bare } = b.pickClient({ ...staff(), lines: [line(1)] }, first)
  assert.deepEqual(r.keptCart(bare, true, 'new').details, {})
})
