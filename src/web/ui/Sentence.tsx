import type { ReactNode } from 'react'

interface Props {
  /** A translated sentence; `{name}` marks the place of a part. */
  text: string
  parts: Record<string, ReactNode>
}
/**
 * A sentence with marked-up parts. Each piece is an element, never a bare text node: a browser that translates the page
 * replaces text nodes, and React fails when it removes or changes one that has siblings (react#11538).
 */
export const Sentence = ({ text, parts }: Props) =>
  text
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((piece, i) => <span key={i}>{parts[piece.slice(1, -1)] ?? piece}</span>)
