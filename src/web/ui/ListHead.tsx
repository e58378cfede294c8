import type { ComponentProps, ReactNode } from 'react'
import { SearchBox } from './SearchBox.tsx'

interface Props extends Omit<ComponentProps<typeof SearchBox>, 'narrow'> {
  /** Between the search and the chips. */
  children?: ReactNode
  chips: ReactNode
}
/** Above a list: its search and the chips that narrow it. */
export function ListHead({ children, chips, ...search }: Props) {
  return (
    <div className="tabrow">
      <SearchBox narrow {...search} />
      {children}
      <div className="chips">{chips}</div>
    </div>
  )
}
