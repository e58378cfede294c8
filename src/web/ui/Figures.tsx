import { Link } from 'wouter'
import './Figures.css'

export interface Figure {
  label: string
  value: string
  /** What it is of. */
  about?: string
  /** The list that it comes from; one without a list leads nowhere. */
  href?: string
}
/** Figures side by side, each one tap away from what it counts. */
export const Figures = ({ figures }: { figures: Figure[] }) => (
  <div className="figures">
    {figures.map(({ label, value, about, href }) => {
      const figure = (
        <>
          <span className="sm t2">{label}</span>
          <b>{value}</b>
          {about && <span className="xs t2">{about}</span>}
        </>
      )
      return href ? (
        <Link className="panel" key={label} href={href}>
          {figure}
        </Link>
      ) : (
        <p className="panel" key={label}>
          {figure}
        </p>
      )
    })}
  </div>
)
