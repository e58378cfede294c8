// Draws what standard input asks for, one JSON line each, into WebP files; answers a JSON line for each that is done.
// Its own process: the drawing's memory goes with it, and the server's answers do not wait.
import { mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { WIDTHS } from '#features/images/contract.ts'
import { drawBanner, drawLogo, drawPortrait, drawProduct } from './draw.ts'

interface Wish {
  hash: string
  target: string
  what: { kind: string; category: string; form: string; seed: string; variant: number; name: string; color: string; width: number; height: number }
}
function svg({ what }: Wish): string {
  if (what.kind === 'logo') return drawLogo({ name: what.name, color: what.color, markOnly: true })
  if (what.kind === 'banner') return drawBanner({ seed: what.seed, width: what.width, height: what.height, color: undefined })
  if (what.kind === 'portrait') return drawPortrait({ seed: what.seed })
  return drawProduct({ category: what.category, form: what.form, seed: what.seed, variant: what.variant, color: undefined })
}
sharp.concurrency(1)
for await (const line of createInterface({ input: process.stdin })) {
  const wish = JSON.parse(line) as Wish
  // 36 dots an inch: 600 of the drawing's 1200 pixels, in a quarter of the time; its grain is what takes long.
  const drawn = await sharp(Buffer.from(svg(wish)), { density: wish.what.kind === 'banner' ? 72 : 36 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const base = sharp(drawn.data, { raw: drawn.info })
  mkdirSync(dirname(wish.target), { recursive: true })
  const save = async (name: string, make: (s: import("sharp").Sharp) => import("sharp").Sharp) => {
    await make(base.clone()).toFile(`${name}.part`)
    renameSync(`${name}.part`, name)
  }
  for (const width of WIDTHS) await save(`${wish.target}-${width}.webp`, (s) => s.resize({ width, withoutEnlargement: true }).webp({ quality: 76 }))
  await save(`${wish.target}-share.jpg`, (s) => s.resize({ width: 1200, height: 630, fit: 'cover' }).flatten({ background: '#fff8ef' }).jpeg({ quality: 78 }))
  const { data, info } = await base.clone().resize(64, 64, { fit: 'inside' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  process.stdout.write(`${JSON.stringify({ hash: wish.hash, width: wish.what.width ?? 1200, thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64') })}\n`)
}
