import { useState } from 'react'
import { t, tn } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Specs } from '../../contract.ts'
import { specsKey, specsLabel } from '../../rules.ts'
import './VariationEditor.css'

/** A variation as it is typed. */
export interface TypedVariation {
  specs: Specs
  code: string
  ean: string
  price: string
  surcharge: string
  stock: string
  image: string
}
interface Props {
  value: TypedVariation[]
  photos: string[]
  onChange: (list: TypedVariation[]) => void
  error: (key: string) => string | undefined
}
const split = (text: string) => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((x) => x.trim())
      .filter(Boolean),
  ),
]
/** Every combination of the options that is not there yet. */
function combine(axes: { name: string; options: string[] }[]): Specs[] {
  return axes
    .filter((a) => a.name && a.options.length)
    .reduce<Specs[]>((all, a) => all.flatMap((s) => a.options.map((o) => ({ ...s, [a.name]: o }))), [{}])
}
export function VariationEditor({ value, photos, onChange, error }: Props) {
  const names = Object.keys(value[0]?.specs ?? {})
  const [axes, setAxes] = useState([
    { name: names[0] ?? 'Cor', text: '' },
    { name: names[1] ?? 'Tamanho', text: '' },
  ])
  const axis = (i: number, change: Partial<{ name: string; text: string }>) =>
    setAxes(axes.map((a, n) => (n === i ? { ...a, ...change } : a)))
  const add = () => {
    const there = new Set(value.map((v) => specsKey(v.specs)))
    // What exists keeps its options: new ones are combined with them.
    const full = axes.map((a) => ({
      name: a.name.trim(),
      options: [...new Set([...value.flatMap((v) => v.specs[a.name.trim()] ?? []), ...split(a.text)])],
    }))
    const fresh = combine(full).filter((s) => Object.keys(s).length > 0 && !there.has(specsKey(s)))
    onChange(
      [
        ...value,
        ...fresh.map((specs) => ({ specs, code: '', ean: '', price: '', surcharge: '', stock: '', image: '' })),
      ].slice(0, 200),
    )
    setAxes(axes.map((a) => ({ ...a, text: '' })))
  }
  const set = (i: number, change: Partial<TypedVariation>) =>
    onChange(value.map((v, n) => (n === i ? { ...v, ...change } : v)))
  return (
    <>
      <div className="varaxes">
        {axes.map((a, i) => (
          <div className="row g3" key={i}>
            <Field label={i === 0 ? t('Opção') : t('Segunda opção')} optional={i > 0}>
              <input className="in" value={a.name} maxLength={30} onChange={(e) => axis(i, { name: e.target.value })} />
            </Field>
            <span className="grow">
              <Field label={t('Valores, separados por vírgula')} optional={i > 0}>
                <input
                  className="in"
                  value={a.text}
                  placeholder={i === 0 ? t('Areia, Terracota') : t('P, M, G')}
                  onChange={(e) => axis(i, { text: e.target.value })}
                  onKeyDown={(e) => {
                    if (e.key !== 'Enter') return
                    e.preventDefault()
                    add()
                  }}
                />
              </Field>
            </span>
          </div>
        ))}
      </div>
      <button type="button" className="btn sec small left" disabled={!axes.some((a) => a.text.trim())} onClick={add}>
        <Icon name="plus" />
        {t('Criar variações')}
      </button>
      {value.length > 0 && (
        <p className="sm t2">
          {tn(value.length, '{n} variação. Preço vazio: o do produto.', '{n} variações. Preço vazio: o do produto.')}
        </p>
      )}
      <div className="varlines">
        {value.map((v, i) => {
          const label = specsLabel(v.specs)
          const cell = (
            key: 'price' | 'code' | 'stock',
            name: string,
            more: React.InputHTMLAttributes<HTMLInputElement> = {},
          ) => (
            <Field label={name} error={error(`attributes.${i}.${key}`)}>
              <input
                className="in"
                aria-label={`${name}, ${label}`}
                value={v[key]}
                onChange={(e) => set(i, { [key]: e.target.value })}
                {...more}
              />
            </Field>
          )
          return (
            <div className="varline" key={specsKey(v.specs)} role="group" aria-label={label}>
              <b className="sm">{label}</b>
              {cell('price', t('Preço'), { inputMode: 'decimal' })}
              {cell('code', t('Código'), { maxLength: 40 })}
              {cell('stock', t('Estoque'), { inputMode: 'numeric' })}
              <Field label={t('Foto')}>
                <select
                  className="in"
                  aria-label={t('Foto de {name}', { name: label })}
                  value={v.image}
                  onChange={(e) => set(i, { image: e.target.value })}
                >
                  <option value="">—</option>
                  {photos.map((p, n) => (
                    <option key={p} value={p}>
                      {n + 1}
                    </option>
                  ))}
                </select>
              </Field>
              <button
                type="button"
                className="ib"
                aria-label={t('Retirar {name}', { name: label })}
                onClick={() => onChange(value.filter((_, n) => n !== i))}
              >
                <Icon name="bin" size="s" />
              </button>
            </div>
          )
        })}
      </div>
    </>
  )
}
