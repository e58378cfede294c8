import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product } from '#features/products/contract.ts'
import { searchText } from '#features/products/search.ts'
import { type Pasted, readPaste } from './paste.ts'
import { makeShelf } from './shelf.ts'

let serial = 0
function goods(name: string, code: string, more: Partial<Product> = {}): Product {
  const id = ++serial
  const p = { id, name, code, ean: '', attributes: [], min_quantity: 1, multiple: 1, mixed: false, order: 0, ...more }
  return { ...p, search_text: searchText({ ...p, variations: p.attributes }) } as unknown as Product
}
const vary = (specs: Record<string, string>[], codes: string[] = []) =>
  specs.map((s, i) => ({ id: ++serial, specs: s, code: codes[i] ?? '', ean: '', stock: null, image: '' }))
const catalogue = [
  goods('Caneca azul', '00123', { ean: '7891000315507' }),
  goods('Caneca vermelha', '123'),
  goods('Caneca azul grande', 'CAN-300', { multiple: 6 }),
  goods('Registro de esfera 1/2', 'REG12'),
  goods('Toalha 50x70', 'TO-5070'),
  goods('Vaso Jatobá', 'VJ-014', {
    attributes: vary([
      { Tamanho: 'P', Cor: 'Areia' },
      { Tamanho: 'M', Cor: 'Areia' },
      { Tamanho: 'M', Cor: 'Azul' },
    ]) as never,
  }),
  goods('Camiseta lisa', 'CL', { attributes: vary([{ Tamanho: 'P' }, { Tamanho: 'M' }], ['CL-P', 'CL-M']) as never }),
  goods('Prato raso', '456'),
  goods('Prato fundo', '789'),
  goods('Leque', 'X15'),
]
const shelf = makeShelf(catalogue)
const read = (text: string) => readPaste(shelf, text).lines
const one = (text: string): Pasted => {
  const lines = read(text)
  assert.equal(lines.length, 1, `${text}: ${JSON.stringify(lines.map((l) => l.text))}`)
  return lines[0] as Pasted
}
const said = (p: Pasted) =>
  `${p.verdict}${p.doubts.length ? `(${p.doubts.toSorted().join()})` : ''} ${p.candidates
    .map(
      (c) =>
        `${c.quantity ?? '?'}×${c.variation?.code || c.product.code}${c.variation ? `/${Object.values(c.variation.specs).join('.')}` : ''}`,
    )
    .join(' | ')}`.trim()
const is = (text: string, expected: string) => assert.equal(said(one(text)), expected, text)

test('a code, a bar code or the whole name with a quantity is sure, whichever way round', () => {
  for (const text of [
    '3x 00123',
    '3 x 00123',
    '00123 x 3',
    '00123 3',
    '3 00123',
    '00123 - 3',
    '00123: 3',
    '00123 (3)',
    '3un 00123',
    'qtd: 3 00123',
    '00123 qtd 3',
    '3 pçs 00123',
    '00123 = 3 und',
    '- 3 00123',
    '• 00123 x3',
    '03 00123',
    '3 caneca azul',
    'Caneca Azul x3',
    'CANECA AZUL 3 unidades',
    '*3* caneca azul',
    '3 azul caneca',
    '3 7891000315507',
    '7891000315507 3',
    '00123 caneca azul 3',
    '3 caneca azul 00123',
    '00123 can az 3',
    '3️⃣ caneca azul ☕🙏',
    '3,00 00123',
    '00123\t3',
    '00123;3',
    '[10:32, 22/11/2026] Ana Pires: 3 caneca azul',
    '22/11/2026 10:32 - Ana: 00123 3',
  ])
    is(text, 'sure 3×00123')
  is('3 CL-M', 'sure 3×CL-M/M')
  is('2 camiseta lisa M', 'sure 2×CL-M/M')
  is('2 vaso jatoba azul M', 'sure 2×VJ-014/M.Azul')
  is('5 vj014 m azul', 'sure 5×VJ-014/M.Azul')
  is('2 registro de esfera 1/2', 'sure 2×REG12')
  is('4 toalha 50x70', 'sure 4×TO-5070')
  is('1.000 00123', 'sure 1000×00123')
  is('00123 1.000', 'sure 1000×00123')
})
test('zeros in front of a code count: one that lost them is asked about, never taken for another', () => {
  is('3 123', 'sure 3×123')
  is('3 0123', 'doubtful(several,zeros) 3×00123 | 3×123')
  is('3 0456', 'doubtful(zeros) 3×456')
})
test('a dozen is said to be twelve, a box to be what it holds, half of something is no quantity', () => {
  is('2 dz 00123', 'doubtful(dozen) 24×00123')
  is('2dz caneca azul', 'doubtful(dozen) 24×00123')
  is('meia dúzia 00123', 'doubtful(dozen) 6×00123')
  is('1/2 dz 00123', 'doubtful(dozen) 6×00123')
  is('1 1/2 dúzias 00123', 'doubtful(dozen) 18×00123')
  is('½ dz de caneca azul', 'doubtful(dozen) 6×00123')
  is('1/5 dz 00123', 'doubtful(odd) ?×00123')
  is('1/2 caneca azul', 'doubtful(odd) ?×00123')
  is('10 cx can-300', 'doubtful(box) 60×CAN-300')
  is('10 cx caneca azul', 'doubtful(box) 10×00123')
  is('10,5 00123', 'doubtful(odd) ?×00123')
  is('x15 12', 'sure 12×X15')
  is('9.999.999 00123', 'doubtful(odd) ?×00123')
})
test('what is open is asked with its candidates: words, readings, variations, the quantity, the box', () => {
  assert.match(said(one('10 canecas azuis')), /^doubtful\(name\) 10×00123 /)
  assert.match(said(one('10 caneca')), /^doubtful\(name\) 10×\w+ \| 10×\w/)
  is('456 789', 'doubtful(several) 456×789 | 789×456')
  is('00123', 'doubtful(none) ?×00123')
  is('caneca azul', 'doubtful(none) ?×00123')
  is('7 can-300', 'doubtful(multiple) 7×CAN-300')
  is('2 vaso jatobá', 'doubtful(variation) 2×VJ-014/P.Areia | 2×VJ-014/M.Areia | 2×VJ-014/M.Azul')
  is('2 vaso jatobá M', 'doubtful(name) 2×VJ-014/M.Areia | 2×VJ-014/M.Azul')
  assert.match(said(one('3 00123 prato raso')), /^doubtful\(code_name\) 3×00123 \| 3×456/)
  assert.match(said(one('10 cx 12 un 00123')), /^doubtful\(/)
})
test('what names nothing is unknown, and greetings too', () => {
  for (const text of ['Bom dia!', '3 geladeira', '50 geladeiras', '12345678', '3 x 99999', 'obrigado 🙏'])
    is(text, 'unknown')
  assert.deepEqual(read('\n\n  \n👍\n---\n'), [])
  assert.deepEqual(read(''), [])
})
test('columns: the quantity is found by its title, or as the only numbers that name nothing; prices are left out', () => {
  const table = (text: string) => read(text).map(said)
  assert.deepEqual(table('Código\tDescrição\tQtd\tPreço\n00123\tCaneca azul\t10\t12,50\n456\tPrato raso\t2\t3,00'), [
    'sure 10×00123',
    'sure 2×456',
  ])
  assert.deepEqual(table('00123\t10\n456\t2\nCL-M\t1.000'), ['sure 10×00123', 'sure 2×456', 'sure 1000×CL-M/M'])
  assert.deepEqual(table('10\tCaneca azul\n2\tPrato raso'), ['sure 10×00123', 'sure 2×456'])
  assert.deepEqual(table('456;2\n789;3'), ['sure 2×456', 'sure 3×789'])
  assert.deepEqual(table('00123\t\n456\tdois'), ['doubtful(none) ?×00123', 'doubtful(code_name,none) ?×456'])
  assert.deepEqual(table('00123\t2,5\n456\t3'), ['doubtful(odd) ?×00123', 'sure 3×456'])
  // Both columns are codes: which one counts is asked.
  for (const line of table('456\t789\n789\t456')) assert.match(line, /^doubtful/)
  assert.deepEqual(
    table(
      '<meta charset="utf-8"><table><tr><td>00123</td><td>10</td></tr>\n<tr><td>Prato&nbsp;raso</td><td>2</td></tr></table>',
    ),
    ['sure 10×00123', 'sure 2×456'],
  )
  assert.deepEqual(table('<p>3 caneca azul</p><p>2 <b>prato raso</b><br>1 CL-P<script>alert(1)</script></p>'), [
    'sure 3×00123',
    'sure 2×456',
    'sure 1×CL-P/P',
  ])
})
test('the numbers of a list are no quantities', () => {
  assert.deepEqual(read('1) 10 caneca azul\n2) 5 prato raso\n3) 4 CL-M').map(said), [
    'sure 10×00123',
    'sure 5×456',
    'sure 4×CL-M/M',
  ])
  assert.deepEqual(read('10 - caneca azul\n5 - prato raso').map(said), ['sure 10×00123', 'sure 5×456'])
})
test('500 lines keep their order and number; more than an order holds are counted', () => {
  const many = Array.from({ length: 500 }, (_, i) => `${i + 1}x 00123 🎉`).join('\r\n')
  const lines = read(many)
  assert.equal(lines.length, 500)
  assert.deepEqual([lines[499]?.line, said(lines[499] as Pasted)], [500, 'sure 500×00123'])
  const more = readPaste(shelf, Array.from({ length: 1200 }, () => '1 456').join('\n'))
  assert.deepEqual([more.lines.length, more.left], [1000, 200])
})
test('whatever is pasted, nothing is sure but by a code, a bar code or a whole name with a quantity (random)', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  let state = seed
  const r = (n: number) => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % n
  const parts = [
    '3',
    '12',
    '00123',
    '123',
    'caneca',
    'azul',
    'prato',
    'raso',
    'x',
    'dz',
    'cx',
    '1/2',
    '-',
    '\t',
    ';',
    'M',
    'CL-M',
    'vaso',
    '1.000',
    '<b>',
    '🙏',
    '(2)',
    '0',
    '999999999',
  ]
  for (let n = 0; n < 4000; n++) {
    const text = Array.from({ length: 1 + r(6) }, () => parts[r(parts.length)]).join(' ')
    for (const p of read(text)) {
      if (p.verdict !== 'sure') continue
      const [c] = p.candidates
      const why = `${seed}: ${JSON.stringify(text)} → ${said(p)}`
      assert.equal(p.candidates.length, 1, why)
      assert.ok(
        c && Number.isInteger(c.quantity) && (c.quantity as number) > 0 && (c.quantity as number) <= 999_999,
        why,
      )
      assert.ok(c.product.attributes.length === 0 || c.variation, why)
      const words = ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `
      const code = (c.variation?.code || c.product.code).toLowerCase().replace('-', ' ')
      assert.ok(
        words.includes(` ${code} `) ||
          c.product.name
            .toLowerCase()
            .split(' ')
            .every((w) => words.includes(` ${w} `)),
        why,
      )
    }
  }
})
test('200 lines over 5,000 products are told apart, too', () => {
  const many = Array.from({ length: 5000 }, (_, i) => goods(`Peça ${i % 70} modelo ${i % 900} cor ${i % 13}`, `P${i}`))
  const big = makeShelf(many)
  const text = Array.from({ length: 200 }, (_, i) =>
    i % 3 ? `${i} peca ${i % 70} modelo ${i}` : `${i + 1}x P${i * 7}`,
  ).join('\n')
  const { lines } = readPaste(big, text)
  assert.equal(lines.length, 200)
  assert.ok(lines.some((l) => l.verdict === 'sure') && lines.some((l) => l.verdict === 'doubtful'))
})
