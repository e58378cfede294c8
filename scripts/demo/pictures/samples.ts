// Draws the pictures of the sample sets once, for the repository: node scripts/demo/pictures/samples.ts. Their data goes beside them.
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { SAMPLES } from '#features/signup/samples.ts'
import { hashOf } from '#server/storage.ts'
import { drawProduct } from './draw.ts'

const folder = 'src/features/signup/server/pictures'
mkdirSync(folder, { recursive: true })
const pictures: Record<string, { hash: string; thumbhash: string; bytes: number }> = {}
for (const { items } of Object.values(SAMPLES)) {
  for (const item of items) {
    const svg = drawProduct({ category: item.key, form: item.form, seed: `sample-${item.code}`, variant: 0, color: undefined })
    const bytes = await sharp(Buffer.from(svg), { density: 48 }).webp({ quality: 74 }).toBuffer()
    const { data, info } = await sharp(bytes).resize(64, 64, { fit: 'inside' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    pictures[item.code] = { hash: hashOf(bytes), thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'), bytes: bytes.length }
    writeFileSync(`${folder}/${item.code}.webp`, bytes)
  }
}
writeFileSync(`${folder}/pictures.json`, `${JSON.stringify(pictures, null, 2)}\n`)
