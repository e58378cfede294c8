import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import './FileButton.css'

export const PICTURES = 'image/jpeg,image/png,image/webp,image/avif'
interface Props {
  children: ReactNode
  /** What a screen reader calls it, where the text alone does not say it. */
  label?: string
  accept?: string
  disabled?: boolean
  /** Among many of its kind: words without a frame. */
  quiet?: boolean
  onFile: (file: File) => void
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}
/** A button that opens the file chooser and gives the file chosen. */
export function FileButton({
  children,
  label,
  accept = PICTURES,
  disabled = false,
  quiet = false,
  onFile,
  ...control
}: Props) {
  return (
    <label className={`btn ${quiet ? 'txt' : 'sec'} small filebtn`}>
      <Icon name="upload" />
      {children}
      <input
        type="file"
        className="sr"
        accept={accept}
        disabled={disabled}
        {...(label && { 'aria-label': label })}
        {...control}
        onChange={(e) => {
          const file = e.target.files?.[0]
          // The same file may be chosen again.
          e.target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
