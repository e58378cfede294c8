// Has a catalogue drawn by a child process that ends: photos are decoded there, and their
// memory goes with it. The drawing goes in as JSON, progress comes out line by line ("42" products, then "pages 17").
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Layout, Leaf } from '../rules.ts'

export interface Drawing {
  target: string
  title: string
  /** `accent`: on white; `accent_on`: on the company's colour. */
  company: { name: string; phone: string; colour: string; accent: string; accent_on: string; logo: string }
  /** The catalogue's address, with the seller when there is one. */
  link: string
  day: string
  currency: string
  layout: Layout
  qr: boolean
  photo_width: number
  /** Address of a picture → file on disk, '' when it is not there. */
  photos: Record<string, string>
  pictures: Record<string, string>
  leaves: Leaf[]
}
const LONGEST = 10 * 60_000
/** Writes the PDF to `target`; answers its number of pages. */
export function draw(job: Drawing, onDone: (products: number) => void): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--max-old-space-size=512', join(import.meta.dirname, 'paint.ts')], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: LONGEST,
    })
    let pages = 0
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('pages ')) pages = Number(line.slice(6))
      else onDone(Number(line))
    })
    child.on('error', fail)
    child.on('close', (code) => (code === 0 && pages > 0 ? done(pages) : fail(new Error(`draw ended with ${code}`))))
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(job))
  })
}
