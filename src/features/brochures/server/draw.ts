// Has a catalogue drawn by a child process that ends: photos are decoded there, and their
// memory goes with it. The drawing goes in as JSON, progress comes out line by line ("42" products, then "pages 17").
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Layout, Leaf, Size } from '../rules.ts'

export interface Drawing {
  /** The half file; whoever asked gives it its name. */
  target: string
  title: string
  /** Which of how many files; '' when it is the only one. */
  volume: string
  /** `accent`: on white; `accent_on`: on the company's colour. */
  company: {
    name: string
    phone: string
    colour: string
    accent: string
    accent_on: string
    logo: string
  }
  /** The page that says whether its prices still hold, and the catalogue's address; both with the seller. */
  living: string
  link: string
  /** Products open through the living page: their prices are not what the catalogue shows strangers. */
  through: boolean
  day: string
  currency: string
  layout: Layout & { size: Size }
  qr: boolean
  photo_width: number
  /** Address of a picture → file on disk, '' when it is not there. */
  photos: Record<string, string>
  pictures: Record<string, string>
  leaves: Leaf[]
}
/** What a page leaves is swept up soon: the process takes half of what it would otherwise. */
const SMALL = ['--max-old-space-size=512', '--max-semi-space-size=8']
const LONGEST = 20 * 60_000
/** The disk was full. */
export const NO_ROOM = 28
/** Why a drawing did not come about. */
export class NotDrawn extends Error {
  why: '' | 'disco'
  constructor(code: number | null) {
    super(`draw ended with ${code}`)
    this.why = code === NO_ROOM ? 'disco' : ''
  }
}
/** Writes the PDF to `target`; answers its number of pages. What fails or is stopped leaves nothing there. */
export async function draw(job: Drawing, onDone: (products: number) => void, signal: AbortSignal): Promise<number> {
  try {
    return await new Promise((done, fail) => {
      const child = spawn(process.execPath, [...SMALL, join(import.meta.dirname, 'paint.ts')], {
        stdio: ['pipe', 'pipe', 'ignore'],
        // Two threads decode, and share what they take and give back; more would only stand in others' way.
        env: { ...process.env, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
        timeout: LONGEST,
        signal,
        killSignal: 'SIGKILL',
      })
      let pages = 0
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('pages ')) pages = Number(line.slice(6))
        else onDone(Number(line))
      })
      // What was stopped is over when its process is.
      child.on('error', (error) => {
        if (child.pid === undefined) fail(error)
      })
      child.on('close', (code) => (code === 0 && pages > 0 ? done(pages) : fail(new NotDrawn(code))))
      child.stdin.on('error', () => {})
      child.stdin.end(JSON.stringify(job))
    })
  } catch (error) {
    await rm(job.target, { force: true })
    throw error
  }
}
