import { pictureAt } from '#shared/picture.ts'
import { Icon } from '#web/ui/Icon.tsx'

interface Props {
  path: string
  ready?: boolean
  eager?: boolean
  sizes?: string
  alt?: string
}
/** A picture in the widths that it is kept in; its sign while there is none. */
export function Photo({ path, ready = true, eager = false, sizes, alt = '' }: Props) {
  if (!path || !ready) {
    return (
      <span className="none">
        <Icon name="picture" />
      </span>
    )
  }
  const many = sizes ? { srcSet: `${pictureAt(path, 400)} 400w, ${pictureAt(path, 800)} 800w`, sizes } : {}
  return (
    <img
      src={pictureAt(path, sizes ? 400 : 160)}
      {...many}
      alt={alt}
      width="400"
      height="400"
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  )
}
