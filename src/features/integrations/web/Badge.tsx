import { logoOf, type Type } from '../rules.ts'

export const Badge = ({ type }: { type: Type }) => (
  <span className="mark40">
    <img src={logoOf(type)} alt="" width="40" height="40" />
  </span>
)
