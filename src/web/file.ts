// Files that the server makes: saved, shared from a phone, opened to be printed.
import type { Endpoint } from '#shared/wire.ts'
import { type Args, fetchAnswer } from './api.ts'
import { t } from './i18n.ts'
import { notify } from './ui/snack.tsx'

/** The file that an endpoint answers, under the name that it gives. */
export async function fetchFile<E extends Endpoint>(endpoint: E, args: Args<E> = {}): Promise<File> {
  const response = await fetchAnswer(endpoint, args)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'arquivo'
  const blob = await response.blob()
  return new File([blob], name, { type: blob.type })
}
/** How long the browser may take to read a file from its address. */
const LINGER = 60_000
const addressOf = (file: File) => {
  const url = URL.createObjectURL(file)
  setTimeout(() => URL.revokeObjectURL(url), LINGER)
  return url
}
function save(file: File): void {
  Object.assign(document.createElement('a'), { href: addressOf(file), download: file.name }).click()
}
export const download = async <E extends Endpoint>(endpoint: E, args: Args<E> = {}): Promise<void> =>
  save(await fetchFile(endpoint, args))

const probe = new File([''], 'a.pdf', { type: 'application/pdf' })
/** Whether a file leaves this device by its own share sheet: a phone, that can. */
export const sharesFiles = () =>
  matchMedia('(pointer: coarse)').matches && (navigator.canShare?.({ files: [probe] }) ?? false)
/** Offers a file to the device's apps; where it cannot, saves it. */
async function share(file: File): Promise<void> {
  if (!sharesFiles() || !navigator.canShare({ files: [file] })) return save(file)
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // Changed her mind.
    if ((error as Error).name === 'AbortError') return
    // It took so long that the tap is forgotten: another one brings it on its way.
    notify(t('O arquivo está pronto.'), { label: t('Compartilhar'), run: () => void share(file) })
  }
}
/** Offers it to a phone's apps; elsewhere it is saved, and `saved` is said. */
export function hand(file: File, saved: string): Promise<void> | undefined {
  if (sharesFiles()) return share(file)
  save(file)
  notify(saved)
}
/** Opens a PDF in the browser's own reader, which prints it. Called by a tap: a window that opens later is stopped. */
export async function openPdf(making: Promise<File>): Promise<void> {
  const reader = window.open('', '_blank')
  try {
    const file = await making
    if (reader) reader.location.href = addressOf(file)
    else save(file)
  } catch (error) {
    reader?.close()
    throw error
  }
}
