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
          <button
            type="button"
            className="chip"
            key={o.id}
            aria-pressed={on}
            onClick={() => onPick(on ? picked.filter((x) => x !== o.id) : [...picked, o.id])}
          >
            {o.name}
          </button>
        )
      })}
    </div>
  )
}
