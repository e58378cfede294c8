// Addresses of pictures. Those of the library are public and lasting; a person's picture is answered only under an address
// that the server signed for a reader of the portrait or the conversation.
import { createHash, createHmac } from 'node:crypto'
import type { Kit } from '#server/serve.ts'
import { sameBytes } from '#server/signed.ts'

/** In ms. An address is good for one to two of these; within one it stays the same, so that browsers keep the picture. */
const PERIOD = 3_600_000
/** How long a browser keeps a person's picture, in seconds. */
export const PRIVATE_SECONDS = 300
const PERSON = /^\/files\/(p[0-9a-f]{31})\.webp$/
const SIGNED = /^(p[0-9a-f]{31})\.([0-9a-z]{1,9})\.([0-9a-f]{32})(?:-(\d{2,4}))?\.webp$/

/** The name of a person's picture: its company's own, so that no other company and no product shares the file. */
export const personName = (company: number, bytes: Uint8Array) =>
  `p${createHash('sha256').update(`person:${company}:`).update(bytes).digest('hex').slice(0, 31)}`
export const isPersons = (hash: string) => hash.startsWith('p')
export const pathOf = (hash: string) => `/files/${hash}.webp`
const signatureOf = (appKey: string, hash: string, until: string) =>
  createHmac('sha256', appKey).update(`picture:${hash}:${until}`).digest('hex').slice(0, 32)

/** Makes addresses of persons' pictures for a reader who may see them. Any other path stays as it is. */
export function pictureSigner({ config: { appKey } }: Pick<Kit, 'config'>, now: Date): (path: string) => string {
  const until = ((Math.floor(now.getTime() / PERIOD) + 2) * PERIOD).toString(36)
  return (path) => {
    const hash = PERSON.exec(path)?.[1]
    return hash ? `/files/${hash}.${until}.${signatureOf(appKey, hash, until)}.webp` : path
  }
}
/** The picture and width that a signed address names; null when it is no such address, forged or over. */
export function openSigned(
  { config: { appKey } }: Pick<Kit, 'config'>,
  now: Date,
  file: string,
): { hash: string; width: number } | null {
  const [, hash, until, signature, width] = SIGNED.exec(file) ?? []
  if (!hash || !until || !signature) return null
  if (!sameBytes(Buffer.from(signature), Buffer.from(signatureOf(appKey, hash, until)))) return null
  return Number.parseInt(until, 36) > now.getTime() ? { hash, width: Number(width ?? 800) } : null
}
