import { systemOf, type Type } from '../rules.ts'

/** The first letter of a system on its colour: logos are their owners'. */
export function Badge({ type }: { type: Type }) {
  const { system_name } = systemOf(type)
  return (
    <span className={`mark40 sys-${type}`} aria-hidden="true">
      {system_name[0]}
    </span>
  )
}
