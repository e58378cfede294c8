// Bar codes from the camera: the browser's own reader, else a WebAssembly one of ours, fetched when it is needed.
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'code_128', 'code_39'] as const
type Source = HTMLVideoElement
interface Native {
  detect(source: Source): Promise<{ rawValue: string }[]>
}
declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): Native
      getSupportedFormats(): Promise<string[]>
    }
  }
}
export type Scan = (source: Source) => Promise<string | null>

/** Answers a reader that looks at one picture of the camera at a time. */
export async function makeScanner(): Promise<Scan> {
  const supported: string[] = (await window.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  const formats = FORMATS.filter((f) => supported.includes(f))
  if (window.BarcodeDetector && formats.includes('ean_13')) {
    const detector = new window.BarcodeDetector({ formats })
    return async (source) => (await detector.detect(source))[0]?.rawValue ?? null
  }
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  return async (source) => {
    if (!drawing || source.videoWidth === 0) return null
    // Half of a camera's picture is enough for bars, and four times as fast.
    canvas.width = Math.min(960, source.videoWidth)
    canvas.height = Math.round((source.videoHeight * canvas.width) / source.videoWidth)
    drawing.drawImage(source, 0, 0, canvas.width, canvas.height)
    const [found] = await readBarcodes(drawing.getImageData(0, 0, canvas.width, canvas.height), {
      formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF', 'Code128', 'Code39'],
      maxNumberOfSymbols: 1,
    })
    return found?.text ?? null
  }
}
