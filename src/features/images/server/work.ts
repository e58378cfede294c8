// Decoding happens in a child process that ends: its memory goes with it, and a crash of the decoder is one refused
// picture. Started with `node work.ts read <file>` or `widths <file> <target without ending>`.
import { execFile } from 'node:child_process'
import { mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { WIDTHS } from '../contract.ts'

const self = import.meta.filename
const run = promisify(execFile)

/** Size and thumbhash of a stored picture; null when it cannot be decoded whole. */
export async function readPicture(file: string): Promise<{ width: number; height: number; thumbhash: string } | null> {
  try {
    const { stdout } = await run(process.execPath, [self, 'read', file], { timeout: 30_000 })
    return JSON.parse(stdout)
  } catch {
    return null
  }
}
/** Makes every width as WebP without metadata, `{target}-160.webp` …, and the picture for shared links, `{target}-share.jpg`. */
export async function makeWidths(file: string, target: string): Promise<void> {
  await run(process.execPath, [self, 'widths', file, target], { timeout: 60_000 })
}

if (process.argv[1] === self) {
  const [, , task, file, target] = process.argv as [string, string, string, string, string]
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  const open = () => sharp(file, { limitInputPixels: 50_000_000, failOn: 'truncated' }).rotate()
  if (task === 'read') {
    const { rgbaToThumbHash } = await import('thumbhash')
    const meta = await open().metadata()
    const { data, info } = await open().resize(100, 100, { fit: 'inside' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const turned = (meta.orientation ?? 1) >= 5
    process.stdout.write(
      JSON.stringify({
        width: turned ? meta.height : meta.width,
        height: turned ? meta.width : meta.height,
        thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
      }),
    )
  } else {
    mkdirSync(dirname(target), { recursive: true })
    for (const width of WIDTHS) {
      const out = `${target}-${width}.webp`
      await open().resize({ width, withoutEnlargement: true }).webp({ quality: 75 }).toFile(`${out}.part`)
      renameSync(`${out}.part`, out)
    }
    const share = `${target}-share.jpg`
    await open().resize({ width: 1200, height: 630, fit: 'cover' }).flatten({ background: '#ffffff' }).jpeg({ quality: 78 }).toFile(`${share}.part`)
    renameSync(`${share}.part`, share)
  }
}
