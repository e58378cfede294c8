// Draws a catalogue (draw.ts starts it): `node paint.ts`, the drawing as JSON on its input.
import { createWriteStream, statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { text as readAll } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate as others } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { qrOf, typefaces, writable } from '#server/pdf.ts'
import { beginningsOf, itemsOn } from '../rules.ts'
import { bytesWithoutPhotos, MOST_BYTES, scaleFor } from '../sizes.ts'
import { closing, cover, index, opening, pageName } from './covers.ts'
import { type Drawing, NO_ROOM } from './draw.ts'
import { H, penOf, W } from './pen.ts'
import { bring, frame, list, photosOn, shopWindow, table } from './shelves.ts'

const SAMPLES = 24
const TRIES = 4
/** Photos that are decoded before their page is drawn. */
const AHEAD = 18

/** Draws the whole file once; answers its bytes. */
async function drawOnce(job: Drawing, scale: number): Promise<number> {
  const { company, layout } = job
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.5',
    lang: 'pt-BR',
    tagged: true,
    displayTitle: true,
    info: { Title: writable(job.title) || 'Catálogo', Author: writable(company.name) },
  })
  typefaces(doc)
  const written = pipeline(doc, createWriteStream(job.target))
  // Said where it is awaited, at the end.
  written.catch(() => {})
  const pen = penOf(doc, job, scale)
  const code = qrOf(job.living)
  const begins = beginningsOf(job.leaves)
  const indexed = new Set(job.leaves.flatMap((l) => (l.kind === 'index' ? l.entries.map((e) => e.page) : [])))
  let done = 0
  let listed = false
  let ready = 0
  let waiting = 0
  for (const [n, leaf] of job.leaves.entries()) {
    // Photos of the pages to come are decoded while this one is drawn.
    for (let next = job.leaves[ready]; next && (ready <= n || waiting < AHEAD); next = job.leaves[++ready]) {
      bring(pen, next)
      waiting += photosOn(next)
    }
    waiting -= photosOn(leaf)
    pen.turn()
    if (indexed.has(n + 1)) doc.addNamedDestination(pageName(n + 1))
    for (const name of begins.get(n) ?? []) doc.outline.addItem(writable(name) || '…')
    if (leaf.kind === 'cover') await cover(pen, code)
    else if (leaf.kind === 'opening') opening(pen, leaf.name, leaf.count)
    else if (leaf.kind === 'closing') await closing(pen, code)
    else if (leaf.kind === 'index') {
      if (!listed) doc.outline.addItem('Índice')
      listed = true
      frame(pen, code, 'Índice', n + 1)
      index(pen, leaf.entries)
    } else if (leaf.kind === 'picture') {
      const bytes = await pen.picture(job.pictures[leaf.path], 1240, 1754, 'white')
      if (bytes) pen.place(bytes, 0, 0, W, H)
    } else {
      frame(pen, code, leaf.kind === 'table' ? company.name : leaf.group, n + 1)
      if (leaf.kind === 'table') table(pen, leaf.rows)
      else if (layout.model === 'vitrine') await shopWindow(pen, leaf.items)
      else await list(pen, leaf.items)
      process.stdout.write(`${(done += itemsOn(leaf).length)}\n`)
    }
    // What is drawn goes to the disk meanwhile, instead of standing in memory until the end.
    await others()
  }
  pen.end()
  await written
  return statSync(job.target).size
}
/** How much smaller photos have to be for a conversation: told from some of them, taken from all over the file. */
async function firstScale(job: Drawing): Promise<number> {
  const shown = new Set(job.leaves.flatMap((l) => (l.kind === 'items' ? l.items.map((i) => i.photo) : [])))
  const files = [...shown].map((p) => job.photos[p]).filter(Boolean)
  if (files.length <= SAMPLES) return 1
  const sizes = await Promise.all(
    Array.from({ length: SAMPLES }, async (_, n) => {
      const file = files[Math.floor(((n + 0.5) * files.length) / SAMPLES)]
      const small = sharp(file).resize({ width: job.photo_width, height: job.photo_width, fit: 'inside' })
      return (
        await small
          .jpeg({ quality: 78 })
          .toBuffer()
          .catch(() => Buffer.alloc(0))
      ).length
    }),
  )
  const one = sizes.reduce((a, b) => a + b, 0) / SAMPLES
  return scaleFor(one * files.length, Math.max(MOST_BYTES - bytesWithoutPhotos(job.leaves), 1e6))
}
async function drawAll(job: Drawing): Promise<void> {
  // Whoever waits for an answer of the server goes before.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  sharp.concurrency(1)
  // Each is read once.
  sharp.cache(false)
  const send = job.layout.size === 'whatsapp'
  let scale = send ? await firstScale(job) : 1
  for (let n = 0; n < TRIES; n++) {
    const bytes = await drawOnce(job, scale)
    if (!send || bytes <= MOST_BYTES) break
    scale *= scaleFor(bytes)
  }
  process.stdout.write(`pages ${job.leaves.length}\n`)
}
await drawAll(JSON.parse(await readAll(process.stdin)) as Drawing).catch((error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'ENOSPC' ? NO_ROOM : 1)
})
