import { siteLogo, siteName } from '../site.ts'
import { Icon } from './Icon.tsx'
import './BrandLine.css'

/** Above a page outside the shell: whose it is, and the way to where that begins. `own`: of a company's own address. */
export function BrandLine({ own, href }: { own: boolean; href?: string }) {
  const whose = (
    <>
      {own && siteLogo() ? (
        <img src={siteLogo()} alt="" width="36" height="36" />
      ) : (
        <span className="sign">
          <Icon name={own ? 'building' : 'bag'} />
        </span>
      )}
      {own ? siteName() : 'Mostruário'}
    </>
  )
  // A new document: on a catalogue's address it lets visitors in again.
  return href ? (
    <a className="brandline" href={href}>
      {whose}
    </a>
  ) : (
    <p className="brandline">{whose}</p>
  )
}
