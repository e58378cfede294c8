import { Icon } from './Icon.tsx'

/** A search field as it stands above lists; `label` says to a screen reader what is searched. */
export function SearchBox({
  label,
  placeholder,
  value,
  onChange,
  narrow = false,
}: {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  narrow?: boolean
}) {
  return (
    <label className={`search${narrow ? ' wide-search' : ''}`}>
      <Icon name="search" size="s" />
      <span className="sr">{label}</span>
      <input type="search" placeholder={placeholder} value={value} onChange={(e) => onChange(e.target.value)} />
    </label>
  )
}
