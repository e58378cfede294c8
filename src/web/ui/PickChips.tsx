import { Chip } from './Chips.tsx'

/** Chips of which any number may be on; answers what is on after a tap. */
export function PickChips({
  options,
  picked,
  onPick,
}: {
  options: { id: number; name: string }[]
  picked: number[]
  onPick: (ids: number[]) => void
}) {
  return (
    <div className="chips chipsrow wrap">
      {options.map((o) => {
        const on = picked.includes(o.id)
        return (
          <Chip key={o.id} on={on} onClick={() => onPick(on ? picked.filter((x) => x !== o.id) : [...picked, o.id])}>
            {o.name}
          </Chip>
        )
      })}
    </div>
  )
}
