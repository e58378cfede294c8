// Answers joined of texts that are kept one by one, in the envelopes that serve.ts writes.
import { createHash } from 'node:crypto'
import type { Joined, Text } from './kept.ts'
import type { Listed } from './serve.ts'

/** Names these texts with their versions. */
export const marksOf = (texts: readonly Text[]) =>
  createHash('sha1')
    .update(texts.map((t) => `${t.id}@${t.version}`).join())
    .digest('base64')
/** `kind` tells one reader's texts from another's. */
export const joinedOne = (kind: string, one: Text): Joined => ({
  text: `{"status":"success","data":${one.text}}`,
  mark: () => `${kind}:${marksOf([one])}`,
})
export const joinedList = (kind: string, rest: Omit<Listed<Text>, 'rows'>, texts: readonly Text[]): Joined => {
  const { total, page, limit } = rest
  const data = texts.map((t) => t.text).join()
  return {
    text: `{"status":"success","data":[${data}],"total":${total},"page":${page},"limit":${limit}}`,
    mark: () => `${kind}:${total}:${page}:${limit}:${marksOf(texts)}`,
  }
}
