// Short ways to a field of the company's form or of its settings.
import type { ReactNode } from 'react'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import type { Form } from '#web/useForm.ts'
import type { Company } from '../contract.ts'
import type { Settings, Values } from './values.ts'

type Fields = Pick<Form<Values>, 'values' | 'set' | 'change' | 'error'>
/** What other features put into the form. */
export interface CompanySlots {
  /** So many cards of the company's own products for the preview; `orders`: they can be put into the cart. */
  cards: (many: number, orders: boolean) => ReactNode
  /** The subscription, and the company's data as a file. */
  data: ReactNode
  activity: ReactNode
}
export interface PartProps {
  form: Fields
  company: Company
  /** A logo chosen and not yet sent. */
  logo: File | null
  onLogo: (file: File) => void
  onSaved: () => void
  slots: CompanySlots
}
type TextKey = { [K in keyof Values]: Values[K] extends string ? K : never }[keyof Values]
type FlagKey = { [K in keyof Values]: Values[K] extends boolean ? K : never }[keyof Values]
type SettingText = { [K in keyof Settings]: Settings[K] extends string ? K : never }[keyof Settings]
type SettingFlag = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings]
interface More {
  hint?: string
  optional?: boolean
  input?: React.InputHTMLAttributes<HTMLInputElement>
}
export function parts({ values: v, set, error }: Fields) {
  const wrap = (
    label: string,
    wrong: string | undefined,
    more: More,
    value: string,
    onChange: (text: string) => void,
  ) => (
    <Field
      label={label}
      error={wrong}
      {...(more.hint && { hint: more.hint })}
      {...(more.optional && { optional: true })}
    >
      <Typed className="in" value={value} onChange={(e) => onChange(e.target.value)} {...more.input} />
    </Field>
  )
  const setting = <K extends keyof Settings>(key: K, value: Settings[K]) =>
    set('settings', { ...v.settings, [key]: value })
  return {
    text: (key: TextKey, label: string, more: More = {}) => wrap(label, error(key), more, v[key], (x) => set(key, x)),
    flag: (key: FlagKey, label: string, hint?: string) => (
      <Switch label={label} hint={hint} error={error(key)} checked={v[key]} onChange={(on) => set(key, on)} />
    ),
    settingText: (key: SettingText, label: string, more: More = {}) =>
      wrap(label, error(`settings.${key}`), { optional: true, ...more }, v.settings[key], (x) => setting(key, x)),
    settingFlag: (key: SettingFlag, label: string, hint?: string) => (
      <Switch label={label} hint={hint} checked={v.settings[key]} onChange={(on) => setting(key, on)} />
    ),
    setting,
  }
}
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sect">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
