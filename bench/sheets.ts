// 50,000 rows in and out: against parsing alone, beside other people's requests.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { aCompany, type TestApp } from '../test/kit.ts'
import { load, rssOf, type Server } from './measure.ts'

const ROWS = 50_000
const run = promisify(execFile)
/** Adds rows to the results: name, ours, floor, ratio, goal. */
export async function measureSheets(
  t: TestApp,
  server: Server,
  postmaster: number,
  rows: [string, string, string, string, string][],
  say: (line: string) => void,
): Promise<void> {
  const { writeXlsx } = await import('hucre/xlsx')
  const company = await aCompany(t, { max_products: 200_000 })
  const cells = Array.from({ length: ROWS }, (_, i) => [
    `P${i}`,
    `Peça de planilha ${i} ${i % 97}`,
    (i % 9000) / 100 + 1,
    `Categoria ${i % 12}`,
    i % 500,
    `Descrição da peça ${i}`,
    'novo',
    i,
    1,
    1,
  ])
  const bytes = Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: 'Produtos',
          rows: [
            [
              'Código',
              'Nome',
              'Preço',
              'Categoria',
              'Estoque',
              'Descrição',
              'Etiquetas',
              'Ordem',
              'Mínimo',
              'Múltiplo',
            ],
            ...cells,
          ],
        },
      ],
    }),
  )
  const file = join(t.config.dataDir, 'planilha.xlsx')
  writeFileSync(file, bytes)
  const put = (name: string, value: number, floor: number, unit: string, goal: string, most: number) => {
    rows.push([
      name,
      `${value.toFixed(2)} ${unit}`,
      `${floor.toFixed(2)} ${unit}`,
      `${(value / floor).toFixed(2)}×`,
      `${goal} ${value / floor <= most ? '✓' : '✗'}`,
    ])
    say(`${name}: ${value.toFixed(2)} against ${floor.toFixed(2)} ${unit} (${goal})`)
  }
  const grown = (name: string, mb: number, goal: number) => {
    rows.push([name, `${mb.toFixed(0)} MB`, '—', '—', `≤ ${goal} MB ${mb <= goal ? '✓' : '✗'}`])
    say(`${name}: ${mb.toFixed(0)} MB (≤ ${goal})`)
  }
  const median = async (work: () => Promise<number>) =>
    [await work(), await work(), await work()].sort((a, b) => a - b)[1] as number
  const parse = await median(async () => {
    const began = performance.now()
    const { stdout } = await run(process.execPath, ['bench/read_sheet.ts', file], { maxBuffer: 256 * 1024 * 1024 })
    JSON.parse(stdout)
    return (performance.now() - began) / 1000
  })

  const others = (count: number) =>
    load(server, postmaster, count, 2, () => [
      '/api/v1/products?limit=24',
      { headers: { authorization: `Bearer ${company.client.token}` } },
    ])
  const idle = (await others(400)).p99
  const before = rssOf(server.pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, rssOf(server.pid))
  }, 50)
  const insertFor = async (token: string) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'planilha.xlsx')
    const start = performance.now()
    const r = await fetch(`${server.origin}/api/v2/xls/insert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    if (!r.ok) throw new Error(await r.text())
    return (performance.now() - start) / 1000
  }
  // As the parsing: with nobody else there. The second time others are.
  const insert3 = await median(async () => insertFor((await aCompany(t, { max_products: 200_000 })).admin.token))
  put('Planilha de 50.000 linhas, inserir contra só ler (medianas de 3)', insert3, parse, 's', '≤ 3×', 3)
  const insert = insertFor(company.admin.token)
  let running = true
  const times: number[] = []
  void insert.finally(() => {
    running = false
  })
  while (running) times.push((await others(10)).p99)
  await insert
  put(
    'p99 de outros durante a inserção, contra parado',
    times.sort((a, b) => a - b).at(Math.floor(times.length * 0.9)) ?? 0,
    idle,
    'ms',
    '≤ 3×',
    3,
  )
  grown('RSS a mais durante a inserção', most - before, 250)

  await new Promise((r) => setTimeout(r, 2000))
  const base = rssOf(server.pid)
  most = base
  const asked = performance.now()
  const out = await fetch(`${server.origin}/api/v2/xls/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${company.admin.token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const reader = out.body?.getReader()
  await reader?.read()
  const first = (performance.now() - asked) / 1000
  let size = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) size += part.value.length
  clearInterval(watch)
  rows.push([
    'Exportar 50.000 produtos, primeiro byte',
    `${first.toFixed(2)} s`,
    '—',
    '—',
    `< 1 s ${first < 1 ? '✓' : '✗'}`,
  ])
  say(`export: first byte ${first.toFixed(2)} s, ${(size / 1e6).toFixed(1)} MB`)
  grown('RSS a mais durante a exportação', most - base, 150)
}
