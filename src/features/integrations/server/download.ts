// A picture from an address that an ERP's data names: ten megabytes, fifteen seconds.
import { askOutside } from '#server/outgoing.ts'

const MOST = 10_000_000
const TIMEOUT = 15_000

/** `simulated` are origins that tests answer themselves. */
export async function download(address: string, simulated: string[]): Promise<Buffer> {
  const url = new URL(address)
  // What is old and still says http is asked for safely.
  if (!simulated.some((s) => new URL(s).origin === url.origin)) url.protocol = 'https:'
  const { status, body } = await askOutside(url.href, simulated, {
    method: 'GET',
    headers: { accept: 'image/*' },
    most: MOST,
    timeout: TIMEOUT,
  })
  if (status !== 200) throw new Error(`status ${status}`)
  return body
}
