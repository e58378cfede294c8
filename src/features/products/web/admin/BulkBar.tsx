import { useState } from 'react'
import { useLocation } from 'wouter'
import { categories } from '#features/categories/web/index.ts'
import type { Company } from '#features/companies/contract.ts'
import { TableOptions } from '#features/companies/web/index.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Field } from '#web/ui/Field.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { type BULK_ACTIONS, changeMany } from '../../many/contract.ts'
import { productsChanged, undo } from './changes.ts'
import '#web/ui/SaveBar.css'

/** What the company calls its price tables. */
type Tables = Pick<Company, 'price_table_config'>
type Action = (typeof BULK_ACTIONS)[number]
const WITH_VALUE: Partial<Record<Action, string>> = {
  add_category: 'Pôr em uma categoria',
  remove_category: 'Tirar de uma categoria',
  add_tag: 'Pôr etiqueta',
  remove_tag: 'Tirar etiqueta',
  price: 'Mudar preços por porcentagem',
  delete: 'Excluir produtos',
}
/** What can be done to the selected products; every one of them can be undone. */
export function BulkBar({ ids, uses, onDone }: { ids: number[]; uses: Tables; onDone: () => void }) {
  const [, go] = useLocation()
  const [asked, setAsked] = useState<Action | null>(null)
  const [value, setValue] = useState('')
  const [table, setTable] = useState('1')
  /** What is wrong with what was typed, and what else stopped it. */
  const [error, setError] = useState('')
  const [problem, setProblem] = useState('')
  const { busy, act } = useAct((failure) => {
    const [wrong] = Object.values(failure.errors)[0] ?? []
    if (asked === null) notify(wrong ?? failure.message)
    else if (wrong && asked !== 'delete') setError(wrong)
    else setProblem(wrong ?? failure.message)
  })
  const all = categories.use().rows
  const type = (text: string) => {
    setValue(text)
    setError('')
  }
  const run = (action: Action) => {
    setProblem('')
    return act(async () => {
      const typed = {
        ids,
        action,
        ...(action.endsWith('category') && { category_id: value }),
        ...(action.endsWith('tag') && { tag: value }),
        ...(action === 'price' && { percent: value, table }),
      }
      const done = await call(changeMany, { typed })
      productsChanged()
      setAsked(null)
      setValue('')
      onDone()
      notify(
        tn(done.changed, '{n} produto mudado.', '{n} produtos mudados.'),
        done.undo_id === null ? undefined : { label: t('Desfazer'), run: () => void undo(done.undo_id as number) },
      )
    })
  }
  const ask = (action: Action) => () => {
    setError('')
    setProblem('')
    setValue('')
    setAsked(action)
  }
  return (
    <div className="floatbar bulk" role="region" aria-label={t('Selecionados')}>
      <b className="grow">{tn(ids.length, '{n} selecionado', '{n} selecionados')}</b>
      <button type="button" disabled={busy} onClick={() => void run('activate')}>
        {t('Ativar')}
      </button>
      <button type="button" disabled={busy} onClick={() => void run('deactivate')}>
        {t('Desativar')}
      </button>
      <button type="button" onClick={ask('add_category')}>
        {t('Categoria')}
      </button>
      <button type="button" onClick={ask('add_tag')}>
        {t('Etiqueta')}
      </button>
      <button type="button" onClick={ask('price')}>
        {t('Preço %')}
      </button>
      <button type="button" onClick={() => go(`/material?tipo=labels&produtos=${ids.join(',')}`)}>
        {t('Material')}
      </button>
      <button type="button" onClick={ask('delete')}>
        {t('Excluir')}
      </button>
      <button type="button" onClick={onDone}>
        {t('Limpar')}
      </button>
      {asked && (
        <Confirm
          title={t(WITH_VALUE[asked] ?? '')}
          text={
            asked === 'delete'
              ? tn(
                  ids.length,
                  '{n} produto sai do catálogo. Pedidos antigos ficam como estão.',
                  '{n} produtos saem do catálogo. Pedidos antigos ficam como estão.',
                )
              : ''
          }
          danger={asked === 'delete'}
          onClose={() => setAsked(null)}
          onConfirm={() => run(asked)}
        >
          {asked.endsWith('category') && (
            <>
              <Field label={t('Categoria')} error={error}>
                <select className="in" value={value} onChange={(e) => type(e.target.value)}>
                  <option value="">{t('Escolha')}</option>
                  {all.map((c) => (
                    <option key={c.id} value={c.id}>
                      {c.name}
                    </option>
                  ))}
                </select>
              </Field>
              <OtherWay
                on={asked === 'remove_category'}
                label={t('Tirar desta categoria')}
                onChange={(on) => setAsked(on ? 'remove_category' : 'add_category')}
              />
            </>
          )}
          {asked.endsWith('tag') && (
            <>
              <Field label={t('Etiqueta')} error={error}>
                <input className="in" value={value} maxLength={30} onChange={(e) => type(e.target.value)} />
              </Field>
              <OtherWay
                on={asked === 'remove_tag'}
                label={t('Tirar esta etiqueta')}
                onChange={(on) => setAsked(on ? 'remove_tag' : 'add_tag')}
              />
            </>
          )}
          {asked === 'price' && (
            <div className="fields two">
              <Field label={t('Porcentagem')} error={error} hint={t('Ex.: 5 aumenta, −10 diminui.')}>
                <input
                  className="in"
                  inputMode="text"
                  value={value}
                  onChange={(e) => type(e.target.value.replace('−', '-'))}
                />
              </Field>
              <Field label={t('Tabela de preço')}>
                <select className="in" value={table} onChange={(e) => setTable(e.target.value)}>
                  <TableOptions company={uses} />
                </select>
              </Field>
            </div>
          )}
          <Problem words={problem} />
        </Confirm>
      )}
    </div>
  )
}
function OtherWay({ on, label, onChange }: { on: boolean; label: string; onChange: (on: boolean) => void }) {
  return (
    <label className="checkline">
      <input type="checkbox" checked={on} onChange={(e) => onChange(e.target.checked)} />
      {label}
    </label>
  )
}
