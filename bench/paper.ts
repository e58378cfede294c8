// Orders and sales material on paper, asked for over HTTP. `node bench/paper.ts` keeps its section.
import sharp from 'sharp'
import { aCart, aCompany, aProduct, order, type TestApp } from '../test/kit.ts'
import { alone, type Row } from './alone.ts'
import { load, type Server } from './measure.ts'
import { keepSection } from './results.ts'

async function measurePaper(
  t: TestApp,
  ours: Server,
  postmaster: number,
  _rows: Row[],
  say: (line: string) => void,
): Promise<void> {
  const rows: string[][] = []
  const c = await aCompany(t)
  const lines: { product_id: number; quantity: number }[] = []
  for (let n = 0; n < 10; n++) {
    const { id } = await aProduct(t, c, { name: `Vaso de cerâmica ${n}`, price: '129,90' })
    const image = await sharp({
      create: { width: 800, height: 800, channels: 3, background: `hsl(${n * 36}, 50%, 50%)` },
    })
      .jpeg()
      .toBuffer()
    await t.call('POST', '/api/v2/images/add_image_to_product', {
      token: c.admin.token,
      form: { product_id: String(id), image: new Blob([new Uint8Array(image)]) },
    })
    lines.push({ product_id: id, quantity: n + 1 })
  }
  const { body } = await order(t, c, c.seller.token, aCart(lines))
  const headers = { authorization: `Bearer ${c.seller.token}`, 'content-type': 'application/json' }
  const ask = async (name: string, most: number, path: string, wanted?: object) => {
    const how = wanted ? { method: 'POST', headers, body: JSON.stringify(wanted) } : { headers }
    await load(ours, postmaster, 5, 1, () => [path, how])
    const { p50, p99 } = await load(ours, postmaster, 60, 1, () => [path, how])
    rows.push([name, `${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`, `≤ ${most} ms ${p99 <= most ? '✓' : '✗'}`])
    say(rows.at(-1)?.join(' · ') ?? '')
  }
  const material = (name: string, wanted: object) => ask(name, 500, '/api/v2/material', wanted)
  await ask('Pedido de 10 itens com fotos em PDF', 150, `/api/v2/companies/${c.id}/orders/${body.data.id}/pdf`)
  await material('Cartaz A4 em PDF', { kind: 'poster', format: 'pdf' })
  await material('Cartaz A4 em PNG, 1240 pixels', { kind: 'poster', format: 'png' })
  await material('Card 1080×1080 de um produto', { kind: 'card', ids: [lines[0]?.product_id], format: 'png' })
  await material('Status 1080×1920 de um produto', {
    kind: 'card',
    shape: 'story',
    ids: [lines[0]?.product_id],
    format: 'png',
  })
  keepSection('Papel', 'Por HTTP, um depois do outro, 60 vezes.', ['medida', 'metade e p99', 'objetivo'], rows)
}
await alone(measurePaper)
