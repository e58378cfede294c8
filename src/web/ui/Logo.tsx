import { useEffect, useRef, useState } from 'react'
import { pictureAt } from '#shared/picture.ts'
import { edgeColour } from '../edge.ts'
import { Icon, type IconName } from './Icon.tsx'
import './Logo.css'

/** A logo on a ground of its own edge's colour; one that is missing or broken is a drawn sign. */
export function Logo({
  path,
  alt,
  icon = 'building',
  className = '',
  width = 160,
}: {
  path: string
  alt: string
  icon?: IconName
  className?: string
  width?: 160 | 400
}) {
  const box = useRef<HTMLSpanElement>(null)
  const [broken, setBroken] = useState('')
  const address = pictureAt(path, width)
  useEffect(() => {
    const el = box.current
    let gone = false
    if (el && path) void edgeColour(address).then((colour) => !gone && el.style.setProperty('background-color', colour))
    return () => {
      gone = true
    }
  }, [path, address])
  return (
    <span ref={box} className={`logobox ${className}`}>
      {path && broken !== path ? (
        <img src={address} alt={alt} onError={() => setBroken(path)} />
      ) : (
        <span className="none" {...(alt ? { role: 'img', 'aria-label': alt } : {})}>
          <Icon name={icon} />
        </span>
      )}
    </span>
  )
}
