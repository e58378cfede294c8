// Sheets that are made to hurt: the server answers everybody else meanwhile, and says no in words.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'
import { after, before, test } from 'node:test'
import { streamCsvRows } from 'hucre/csv'
import { writeXlsx } from 'hucre/xlsx'
import { DEFAULT_LIMITS } from '#server/config.ts'
import type { Cell } from '#shared/cell.ts'
import { aCompany, type Company, startTestApp, type TestApp, until } from '../../../../test/kit.ts'
import { PRODUCTS } from '../kinds.ts'
import { readTable } from '../rules.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: { ...DEFAULT_LIMITS, login_ip: 1000 } } })
  a = await aCompany(t)
})
after(() => t.close())
const send = (call: string, file: Blob, company = a, more: Record<string, string> = {}) =>
  t.call('POST', `/api/v2/xls/${call}`, { token: company.admin.token, form: { ...more, file } })
const blob = (b: Uint8Array) => new Blob([new Uint8Array(b)])
const products = async (company: Company) =>
  Number((await t.owner.query('select count(*) from products where company_id = $1', [company.id])).rows[0].count)
/** A file of a process, '' when it is gone by now. */
const of = (pid: string, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
/** A zip of one file that says of itself what it likes. */
function zipOf(name: string, text: Buffer, said: number): Buffer {
  const packed = deflateRawSync(text)
  const head = (signature: number, central: boolean) => {
    const b = Buffer.alloc((central ? 46 : 30) + name.length)
    const at = central ? 2 : 0
    b.writeUInt32LE(signature, 0)
    b.writeUInt16LE(20, 4)
    b.writeUInt16LE(8, 8 + at)
    b.writeUInt32LE(crc32(text), 14 + at)
    b.writeUInt32LE(packed.length, 18 + at)
    b.writeUInt32LE(said, 22 + at)
    b.writeUInt16LE(name.length, 26 + at)
    b.write(name, central ? 46 : 30)
    return b
  }
  const first = Buffer.concat([head(0x04034b50, false), packed])
  const directory = head(0x02014b50, true)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(first.length, 16)
  return Buffer.concat([first, directory, end])
}

test('a file of 42 KB that unfolds into 240 million letters, four at once: each is refused in words and the server lives on', async () => {
  const long = 'x'.repeat(30_000)
  const bytes = await writeXlsx({
    sheets: [{ name: 'x', rows: [['Nome', 'Preço'], ...Array.from({ length: 8000 }, () => [long, 1])] }],
  })
  assert.ok(bytes.length < 120_000, `${bytes.length} bytes`)
  const before = process.memoryUsage.rss()
  const answers = await Promise.all([1, 2, 3, 4].map(() => send('preview', blob(bytes))))
  for (const r of answers) {
    assert.ok(r.status === 422 || r.status === 503, JSON.stringify(r.body).slice(0, 200))
    assert.match(r.body.message, r.status === 422 ? /texto demais/ : /planilha/)
    if (r.status === 503) assert.ok(Number(r.headers['retry-after']) > 0)
  }
  assert.ok(answers.some((r) => r.body.code === 'sheet_letters'))
  assert.ok(process.memoryUsage.rss() - before < 200e6, 'what the sheet unfolds to stays out of this process')
  assert.equal((await t.call('GET', '/healthz')).status, 200)
})
/** The part of this work's time that somebody else waited for one answer, at the longest: 1 is all of it. */
async function longestShare(work: Promise<unknown>): Promise<number> {
  let running = true
  const done = work.finally(() => {
    running = false
  })
  const start = performance.now()
  let longest = 0
  while (running) {
    const began = performance.now()
    await t.call('GET', '/healthz')
    await new Promise((r) => setTimeout(r, 5))
    longest = Math.max(longest, performance.now() - began)
  }
  await done
  return longest / (performance.now() - start)
}
test('while a .csv of a million rows is looked at, others are answered meanwhile; it is refused with what to do', async () => {
  const file = new Blob(['nome;código;preço\n', 'n;a;1\n'.repeat(1_000_000)])
  const answer = send('preview', file)
  const share = await longestShare(answer)
  const r = await answer
  assert.deepEqual([r.status, r.body.code], [422, 'sheet_rows'])
  assert.match(r.body.message, /mais de 100\.000 linhas.*Divida/)
  assert.ok(share < 0.7, `somebody waited for ${share} of it`)
})
test('twin: read and planned in the process that answers, the same rows keep everybody waiting', async () => {
  const text = 'nome;código;preço\n' + 'n;a;1\n'.repeat(1_000_000)
  const here = new Promise<void>((done) => {
    setImmediate(() => {
      readTable(PRODUCTS, [...streamCsvRows(text, { delimiter: ';' })] as Cell[][], [], { need: [] })
      done()
    })
  })
  assert.ok((await longestShare(here)) > 0.9)
})
test('a child that dies is a refusal: the server lives on, nothing was written, and the next sheet is taken', async () => {
  const d = await aCompany(t)
  const rows = Array.from({ length: 40_000 }, (_, i) => `Peça ${i};D${i};1,00`).join('\n')
  const answer = send('insert', new Blob([`Nome;Código;Preço\n${rows}`]), d)
  const mine = () =>
    readdirSync('/proc').find(
      (pid) =>
        /^\d+$/.test(pid) &&
        of(pid, 'cmdline').includes('spreadsheets/server/worker.ts') &&
        of(pid, 'stat').includes(` ${process.pid} `),
    )
  process.kill(Number(await until(async () => mine())), 'SIGKILL')
  const r = await answer
  assert.deepEqual([r.status, r.body.code], [422, 'sheet_bytes'])
  assert.equal(await products(d), 0)
  assert.equal((await send('insert', new Blob(['Nome;Código;Preço\nCopo;D1;1,00\n']), d)).status, 200)
})
test('a zip that says little and holds much, or that says how much it holds, is refused before it is unfolded', async () => {
  const bomb = Buffer.alloc(200e6, '<row/>')
  for (const [said, code] of [
    [bomb.length, 'sheet_bytes'],
    [0, 'sheet_bytes'],
    [500, 'bad_sheet'],
  ] as const) {
    const r = await send('preview', blob(zipOf('xl/workbook.xml', bomb, said)))
    assert.deepEqual([r.status, r.body.code], [422, code], `${said}: ${JSON.stringify(r.body)}`)
  }
})
test('one company has one sheet at work and two waiting; the next is told to come back, and another company is not kept waiting behind them', async () => {
  const b = await aCompany(t)
  const slow = blob(
    await writeXlsx({
      sheets: [
        {
          name: 'x',
          rows: [['Nome', 'Código', 'Preço'], ...Array.from({ length: 40_000 }, (_, i) => [`Peça ${i}`, `P${i}`, 1])],
        },
      ],
    }),
  )
  const mine = Array.from({ length: 6 }, () => send('preview', slow))
  const other = await send('preview', new Blob(['Nome;Preço\nCopo;1,00\n']), b)
  assert.equal(other.status, 200, JSON.stringify(other.body))
  const answers = (await Promise.all(mine)).toSorted((x, y) => x.status - y.status)
  assert.deepEqual(
    answers.map((r) => r.status),
    [200, 200, 200, 503, 503, 503],
  )
  assert.deepEqual([answers[5]?.body.code, answers[5]?.headers['retry-after']], ['sheet_busy', '15'])
})
test('a sheet of a hundred thousand rows is taken whole, and others are answered while it is planned and written', async () => {
  const c = await aCompany(t, { max_products: 200_000 })
  const file = new Blob([
    'Nome;Código;Preço\n',
    ...Array.from({ length: 100_000 }, (_, i) => `Peça ${i};Q${i};${i % 90},50\n`),
  ])
  const answer = send('insert', file, c)
  const share = await longestShare(answer)
  const r = await answer
  assert.deepEqual([r.status, r.body.created], [200, 100_000], JSON.stringify(r.body).slice(0, 300))
  assert.equal(await products(c), 100_000)
  assert.ok(share < 0.5, `somebody waited for ${share} of it`)
})
