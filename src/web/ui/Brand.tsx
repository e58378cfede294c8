import { pictureAt } from '#shared/picture.ts'

/** A company's logo and name in the bar, and the way to its first page. */
export const Brand = ({ href, name, logo }: { href: string; name: string; logo: string | undefined }) => (
  <a className="brand" href={href}>
    {logo && (
      <span className="logo">
        <img src={pictureAt(logo, 160)} alt="" width="32" height="32" />
      </span>
    )}
    <span className="clip">{name}</span>
  </a>
)
