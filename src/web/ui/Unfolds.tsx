import type { ReactNode } from 'react'
import './Section.css'
import './Unfolds.css'

interface Props {
  title: string
  /** What is inside, while it is folded. */
  about: string
  /** It stands open whatever was tapped: there is room for it, or something of it needs a look. */
  open: boolean
  children: ReactNode
}
/** A part of a form that is rarely needed at once. */
export const Unfolds = ({ title, about, open, children }: Props) => (
  <details className="sect unfolds" open={open || undefined}>
    <summary>
      <h2>{title}</h2>
      <span className="sm t2">{about}</span>
    </summary>
    {children}
  </details>
)
