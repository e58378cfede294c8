import { type ReactNode, useState } from 'react'
import './Drop.css'

interface Props {
  children: ReactNode
  accept: string
  multiple?: boolean
  disabled?: boolean
  className?: string
  onFiles: (files: File[]) => void
}
/** A place to drop files on; tapped or reached by keyboard it opens the file chooser. */
export function Drop({ children, accept, multiple = false, disabled = false, className = '', onFiles }: Props) {
  const [over, setOver] = useState(false)
  const give = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length) onFiles(multiple ? files : files.slice(0, 1))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      className={`drop ${className}${over ? ' over' : ''}`}
      onDragOver={(e) => {
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault()
        setOver(false)
        give(e.dataTransfer.files)
      }}
    >
      {children}
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(e) => {
          give(e.target.files)
          // The same file may be chosen again.
          e.target.value = ''
        }}
      />
    </label>
  )
}
