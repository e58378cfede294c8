// What bar codes and QR codes of a picture say, by a reader that shares nothing with what drew them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
      .buffer as ArrayBuffer,
  },
})
/** Kind and text of every code in a PNG, from left to right and down. */
export async function codesIn(png: Uint8Array): Promise<{ kind: string; text: string }[]> {
  const found = await readBarcodes(new Blob([new Uint8Array(png)]), { tryHarder: true, maxNumberOfSymbols: 255 })
  return found
    .toSorted((a, b) => a.position.topLeft.y - b.position.topLeft.y || a.position.topLeft.x - b.position.topLeft.x)
    .map(({ format, text }) => ({ kind: format, text }))
}
