import { Link } from 'wouter'
import { Icon } from './Icon.tsx'

/** To the list above a page. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="btn txt left flush">
      <Icon name="back" />
      {children}
    </Link>
  )
}
