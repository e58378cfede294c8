import { pictureAt } from '#shared/picture.ts'
import { siteLogo, siteName } from '#web/site.ts'
import { useDesk } from '#web/useDesk.ts'
import './OtherHalf.css'

/** What everybody may see of the company whose address this is; nothing of a closed catalogue. */
export interface Face {
  photos: string[]
  banner: string
}
const COLUMNS = 3
/** Fewer make no wall. */
const FEWEST = 6
/** The half of a desk beside a sign-in: the company's own products, else its banner, else its logo on its colour; the
 * platform's own picture where no company is. */
export function OtherHalf({ own, photos, banner }: Face & { own: boolean }) {
  const isDesk = useDesk()
  if (!isDesk) return null
  if (!own)
    return (
      <div className="shown" aria-hidden="true">
        <img className="platform" src="/assets/entry.webp" alt="" />
      </div>
    )
  const isWall = photos.length >= FEWEST
  return (
    <div className={`shown own${isWall ? ' wall' : ''}`} aria-hidden="true">
      {isWall && (
        <div className="photos">
          {Array.from({ length: COLUMNS }, (_, column) => (
            <div key={column}>
              {photos
                .filter((_, i) => i % COLUMNS === column)
                .map((path) => (
                  <img key={path} src={pictureAt(path, 400)} alt="" />
                ))}
            </div>
          ))}
        </div>
      )}
      <p className="name">
        {!isWall && banner && <img className="banner" src={pictureAt(banner, 1600)} alt="" />}
        {siteLogo() && <img className="logo" src={siteLogo()} alt="" width="160" height="160" />}
        <b>{siteName()}</b>
      </p>
    </div>
  )
}
