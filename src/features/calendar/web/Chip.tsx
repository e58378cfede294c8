import type { ComponentProps } from 'react'
import { dayOfWall, timeOfWall } from '#shared/wall.ts'
import type { Item } from '../contract.ts'
import { isLong } from './grid.ts'
import { nameOf, spoken } from './words.ts'
import './Chip.css'

type Props = { item: Item; day: string; held: boolean; grip?: boolean } & ComponentProps<'button'>
/** Something that stands on a day: its hour where it begins, and what it is. */
export function Chip({ item: i, day, held, grip, className = '', ...button }: Props) {
  const hour = !isLong(i) && dayOfWall(i.starts) === day ? timeOfWall(i.starts) : ''
  return (
    <button
      type="button"
      className={`ag ${className}${held ? ' held' : ''}${i.done ? ' done' : ''}`}
      data-k={i.kind}
      aria-label={spoken(i)}
      {...button}
    >
      {hour && <b>{hour}</b>}
      <span className="what">{nameOf(i)}</span>
      {grip && <span className="pull" />}
    </button>
  )
}
