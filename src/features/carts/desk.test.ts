// Several carts on one device: whatever is done, no order holds anything of another's client.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BUYER_FIELDS, type BuyerData } from '#features/orders/rules.ts'
import * as d from './desk.ts'
import { buyerData, letGo, pickClient, typeBuyer } from './buyer.ts'
import * as r from './rules.ts'

const company = { cpf_required: false, cnpj_required: false, additional_field_required: false, additional_name: '' }
const clients: r.Client[] = [21, 22, 23].map((n) => ({
  id: n,
  data: {
    name: `client${n}`,
    phone: `11900000${n}0`,
    document: '',
    email: n === 21 ? 'client21@x.test' : '',
    client_code: `client${n}`,
  },
}))
let serial = 0
const id = () => `cart-${++serial}`
const lineOf = (product_id: number): r.CartLine => ({
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
/** Whose a cart is: the client's number, 0 nobody's yet. A line's product says for whom it was taken. */
const owner = (c: r.Cart) => (c.buyer.kind === 'client' ? c.buyer.id : 0)
interface Order {
  buyer: BuyerData
  client: number
  details: r.Details
  lines: number[]
  typed: string
  given: ReadonlySet<number>
}
interface State {
  desk: d.Desk
  /** By cart: of whom what is typed into it is; another with each *Trocar*. */
  turns: Map<string, number>
  /** By cart: whose goods were handed to it by a choice that names both. */
  given: Map<string, Set<number>>
  sent: Order[]
}
type Act = (s: State) => void
const word = (s: State) => `typed-${s.desk.cart.cart_id}-${s.turns.get(s.desk.cart.cart_id) ?? 0}`
const givenTo = (s: State, cart_id: string) => {
  const set = s.given.get(cart_id) ?? new Set<number>()
  s.given.set(cart_id, set)
  return set
}
const turn = (s: State) => s.turns.set(s.desk.cart.cart_id, (s.turns.get(s.desk.cart.cart_id) ?? 0) + 1)
const reread = (c: r.Cart) => r.keptCart(JSON.parse(JSON.stringify(c)) as r.Cart, true, id())
const aClient = fc.constantFrom(...clients)
const acts: fc.Arbitrary<Act>[] = [
  fc.nat(3).map((n) => (s) => {
    s.desk.cart = r.mergeLine(s.desk.cart, lineOf(owner(s.desk.cart) * 10 + n), 1)
  }),
  aClient.map((c) => (s) => {
    s.desk = d.startFor(s.desk, c, id())
  }),
  fc.constant((s) => {
    const cart_id = id()
    s.desk = d.startNew(s.desk, { name: `typed-${cart_id}-0` }, cart_id)
  }),
  aClient.map((c) => (s) => {
    const before = s.desk.cart
    const { desk, how } = d.giveTo(s.desk, c)
    const moved = how === 'switched' ? [] : [owner(before), ...givenTo(s, before.cart_id)]
    s.desk = desk
    for (const x of moved) givenTo(s, desk.cart.cart_id).add(x)
    if (how === 'picked' && before.buyer.kind === 'client' && before.buyer.id !== c.id) turn(s)
  }),
  fc.nat(5).map((n) => (s) => {
    const at = s.desk.aside[n % Math.max(1, s.desk.aside.length)]
    if (at) s.desk = d.take(s.desk, at.cart_id)
  }),
  fc.nat(5).map((n) => (s) => {
    const at = s.desk.aside[n % Math.max(1, s.desk.aside.length)]
    if (at) s.desk = d.drop(s.desk, at.cart_id)
  }),
  fc.constantFrom(...BUYER_FIELDS).map((field) => (s) => {
    s.desk.cart = typeBuyer(s.desk.cart, field, word(s))
  }),
  fc.constantFrom('description' as const, 'additional_field' as const).map((field) => (s) => {
    s.desk.cart = { ...s.desk.cart, details: { ...s.desk.cart.details, [field]: word(s) } }
  }),
  fc.constant((s) => {
    const { cart } = s.desk
    if (cart.lines.length === 0) return
    s.sent.push({
      buyer: buyerData(cart, company, {}),
      client: owner(cart),
      details: cart.details,
      lines: cart.lines.map((l) => l.product_id),
      typed: word(s),
      given: givenTo(s, cart.cart_id),
    })
    s.desk.cart = r.nextCart(cart, id())
  }),
  fc.constant((s) => {
    s.desk.cart = r.nextCart(s.desk.cart, id())
  }),
  fc.constant((s) => {
    givenTo(s, s.desk.cart.cart_id).add(owner(s.desk.cart))
    s.desk.cart = letGo(s.desk.cart)
    turn(s)
  }),
  // Reloaded: this tab's own cart again, or, in another tab, the last one of all.
  fc.boolean().map((own) => (s) => {
    const all = [s.desk.cart, ...s.desk.aside]
      .filter((c) => c.lines.length > 0 || c.buyer.kind !== 'nobody')
      .map(reread)
    const last = own ? all.find((c) => c.cart_id === s.desk.cart.cart_id) : all.at(-1)
    s.desk = d.opened(r.freshCart(true, id()), all, last)
  }),
  // Somebody was picked, and goods taken, before what was kept had been read.
  aClient.map((c) => (s) => {
    const all = [s.desk.cart, ...s.desk.aside].filter((x) => x.lines.length > 0).map(reread)
    const early = r.mergeLine(pickClient(r.freshCart(true, id()), c), lineOf(c.id * 10), 1)
    s.desk = d.opened(early, all, all[0])
  }),
  fc.constant((s) => {
    s.desk = { cart: r.freshCart(true, id()), aside: [] }
  }),
]

test('whatever is picked, typed, put aside, taken up, sent, emptied, changed, reloaded or signed out of: no order says or holds anything of another’s client', () => {
  let orders = 0
  fc.assert(
    fc.property(fc.array(fc.oneof(...acts), { minLength: 1, maxLength: 80, size: 'max' }), (steps) => {
      const cart = r.freshCart(true, id())
      const s: State = { desk: { cart, aside: [] }, turns: new Map(), given: new Map(), sent: [] }
      for (const act of steps) {
        act(s)
        const carts = [s.desk.cart, ...s.desk.aside]
        assert.equal(new Set(carts.map((c) => c.cart_id)).size, carts.length, 'a cart stands twice')
        const owners = carts.map(owner).filter((x) => x !== 0)
        assert.equal(new Set(owners).size, owners.length, 'a client has two carts')
      }
      orders += s.sent.length
      for (const o of s.sent) {
        const client = clients.find((c) => c.id === o.client)
        for (const field of BUYER_FIELDS) {
          const said = o.buyer[field]
          assert.ok(
            said === '' || said === o.typed || said === client?.data[field],
            `${field}: ${said} for ${o.client}`,
          )
        }
        if (client) assert.equal(o.buyer.name, client.data.name)
        for (const said of Object.values(o.details)) assert.equal(said, o.typed)
        for (const product of o.lines) {
          const of = Math.floor(product / 10)
          assert.ok(of === 0 || of === o.client || o.given.has(of), `goods of ${of} in an order for ${o.client}`)
        }
      }
    }),
    { numRuns: 3000 },
  )
  assert.ok(orders > 2000, `${orders} orders`)
})
test('goods of nobody join the open order of the client they are given to; those of another client stay with that client', () => {
  const [a, b] = clients as [r.Client, r.Client]
  const with_ = (desk: d.Desk, n: number) => ({ ...desk, cart: r.mergeLine(desk.cart, lineOf(n), 2) })
  const first = with_(d.startFor({ cart: r.freshCart(true, 'x'), aside: [] }, a, 'a'), 1)
  const loose = with_(d.startNew(first, {}, 'n'), 2)
  const given = d.giveTo(loose, a)
  assert.deepEqual(
    [given.how, given.desk.cart.cart_id, given.desk.cart.lines.map((l) => l.product_id), given.desk.aside],
    ['joined', 'a', [1, 2], []],
  )
  const other = with_(d.startFor(first, b, 'b'), 3)
  const switched = d.giveTo(other, a)
  assert.deepEqual(
    [switched.how, switched.desk.cart.lines.map((l) => l.product_id), switched.desk.aside.map((c) => c.cart_id)],
    ['switched', [1], ['b']],
  )
})
test('one that comes back from its way and still stands here, open or aside, is as it is here, with what the server said', () => {
  const [a, b] = clients as [r.Client, r.Client]
  const refusal = { status: 422, body: {} }
  const sent = r.mergeLine(d.startFor({ cart: r.freshCart(true, 'x'), aside: [] }, a, 'a').cart, lineOf(1), 2)
  const grown = { cart: r.mergeLine(sent, lineOf(2), 1), aside: [] }
  for (const desk of [grown, d.startFor(grown, b, 'b')]) {
    const { cart, aside } = d.reopened(desk, { ...sent, refusal })
    assert.deepEqual(
      [cart.cart_id, cart.lines.map((l) => [l.product_id, l.quantity]), cart.refusal, aside],
      [
        'a',
        [
          [1, 2],
          [2, 1],
        ],
        refusal,
        [],
      ],
    )
  }
  const gone = d.reopened({ cart: r.freshCart(true, 'n'), aside: [] }, { ...sent, refusal })
  assert.deepEqual([gone.cart, gone.aside], [{ ...sent, refusal }, []])
})
test('what was added while a cart was sent stays, as one of its own; one that lacks something of it stays as it is', () => {
  const [a, b] = clients as [r.Client, r.Client]
  const sent = r.mergeLine(d.startFor({ cart: r.freshCart(true, 'x'), aside: [] }, a, 'a').cart, lineOf(1), 2)
  const goods = ({ cart, aside }: d.Desk) =>
    [cart, ...aside].map((c) => [c.cart_id, owner(c), c.lines.map((l) => [l.product_id, l.quantity])])
  const settled = (cart: r.Cart) => {
    const open = d.settled({ cart, aside: [] }, sent, 'n')
    const aside = d.settled(d.startFor({ cart, aside: [] }, b, 'b'), sent, 'n')
    return [goods(open), goods(aside)]
  }
  const none = ['n', 0, []]
  const other = ['b', 22, []]
  assert.deepEqual(settled(sent), [[none], [other]])
  const grown = [
    'n',
    21,
    [
      [1, 1],
      [2, 3],
    ],
  ]
  assert.deepEqual(settled(r.mergeLine(r.mergeLine(sent, lineOf(1), 1), lineOf(2), 3)), [[grown], [other, grown]])
  for (const less of [
    { ...sent, lines: [] },
    { ...sent, lines: sent.lines.map((l) => r.sized(l, 1)) },
  ])
    assert.deepEqual(settled(less)[0], goods({ cart: less, aside: [] }))
  // Of two lines one is less here and the other more; one is here and the other gone.
  const both = r.mergeLine(sent, lineOf(2), 2)
  for (const less of [
    { ...both, lines: both.lines.map((l, i) => r.sized(l, i ? 5 : 1)) },
    { ...both, lines: both.lines.slice(0, 1) },
  ])
    assert.equal(d.settled({ cart: less, aside: [] }, both, 'n').cart, less)
  const one = r.mergeLine(sent, lineOf(2), 1)
  assert.deepEqual(settled(one), [[['n', 21, [[2, 1]]]], [other, ['n', 21, [[2, 1]]]]], 'a single thing was added')
})
test('goods of nobody join the cart that was open last; a cart that is not there is not taken up', () => {
  const [a, b] = clients as [r.Client, r.Client]
  const last = r.mergeLine(d.startFor({ cart: r.freshCart(true, 'x'), aside: [] }, a, 'a').cart, lineOf(1), 2)
  const early = r.mergeLine(r.freshCart(true, 'n'), lineOf(2), 1)
  const { cart, aside } = d.opened(early, [last], last)
  assert.deepEqual([cart.cart_id, owner(cart), cart.lines.map((l) => l.product_id), aside], ['a', 21, [1, 2], []])
  assert.deepEqual(d.opened(early, [], undefined), { cart: early, aside: [] })
  const named = typeBuyer(early, 'name', 'Nova')
  assert.deepEqual(d.opened(named, [last, named], last), { cart: named, aside: [last] })
  const desk = d.startFor({ cart: last, aside: [] }, b, 'b')
  assert.equal(d.take(desk, 'gone'), desk)
})
test('an order says what was typed for somebody new before what the device knows, and nobody’s says that alone', () => {
  const known = { name: 'Ana', phone: '11911110000' }
  const typed = typeBuyer(r.freshCart(false, 'a'), 'name', 'Bia')
  const none = { document: '', email: '', client_code: '' }
  assert.deepEqual(buyerData(typed, company, known), { ...none, name: 'Bia', phone: '11911110000' })
  assert.deepEqual(buyerData(r.freshCart(false, 'a'), company, known), { ...none, ...known })
  assert.deepEqual(buyerData(r.freshCart(true, 'a'), company, {}), { ...none, name: '', phone: '' })
})
