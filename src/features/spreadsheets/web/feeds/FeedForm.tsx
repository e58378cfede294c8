import { useState } from 'react'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormActs } from '#web/ui/FormActs.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useDialogForm } from '#web/ui/useDialogForm.ts'
import { Problem } from '#web/ui/Problem.tsx'
import type { Preview } from '../../contract.ts'
import { Columns } from '../Columns.tsx'
import { whatIs } from '../Where.tsx'
import { type Feed, previewFeed } from '../../feeds/contract.ts'
import { EVERY_HOURS } from '../../feeds/rules.ts'
import { scheduleWords } from './words.ts'
import '#web/ui/FormDialog.css'

interface Props {
  /** Without one it is a new one. */
  feed?: Feed
  save: (typed: Record<string, unknown>) => Promise<void>
  onClose: () => void
}
const TIMES = [
  ...EVERY_HOURS.map((h) => ({ value: `e${h}`, every_hours: h, at_hour: null })),
  ...Array.from({ length: 24 }, (_, h) => ({ value: `h${h}`, every_hours: null, at_hour: h })),
]
const DEFAULTS = { name: '', url: '', when: 'e24', mode: 'both', retire: false, percent: '20' }
const opened = (f: Feed): typeof DEFAULTS => ({
  name: f.name,
  url: f.url,
  when: f.at_hour === null ? `e${f.every_hours}` : `h${f.at_hour}`,
  mode: f.mode,
  retire: f.retire,
  percent: String(f.percent),
})
/** Where a catalogue comes from, when, and what its columns are: looked at before it is saved. */
export function FeedForm({ feed, save, onClose }: Props) {
  const form = useDialogForm(`feed:${feed?.id ?? 'novo'}`, feed ? opened(feed) : DEFAULTS, {
    marked: ['name', 'url', 'every_hours', 'percent'],
  })
  const [columns, setColumns] = useState(feed?.columns ?? {})
  const [preview, setPreview] = useState<Preview | null>(null)
  const [open, setOpen] = useState(false)
  const [refusal, setRefusal] = useState('')
  const { busy, act } = useAct((failure) => setRefusal(failure.errors.url?.[0] ?? failure.message))
  const v = form.values
  const look = (named = columns) =>
    act(async () => {
      setRefusal('')
      const found = await call(previewFeed, { typed: { url: v.url, mode: v.mode, columns: named } })
      setPreview(found)
      if (found.missing.length > 0 || found.counts.new + found.counts.changed + found.counts.same === 0) setOpen(true)
    })
  const submit = () =>
    form.submit(async () => {
      const { every_hours, at_hour } = TIMES.find((x) => x.value === v.when) ?? { every_hours: 24, at_hour: null }
      const { name, url, mode, percent } = v
      await save({ name, url, mode, percent, columns, every_hours, at_hour, retire: v.retire ? 1 : 0 })
      onClose()
    })
  const title = feed ? t('Mudar {name}', { name: feed.name }) : t('Novo endereço')
  return (
    <Modal className="dialog formdialog" label={title} onClose={onClose}>
      <SubmitForm onSubmit={() => void submit()}>
        <h2>{title}</h2>
        <div className="fields two spaced">
          <div className="wide">
            <Field label={t('Nome')} error={form.error('name')}>
              <input className="in" value={v.name} onChange={(e) => form.set('name', e.target.value)} />
            </Field>
          </div>
          <div className="wide">
            <Field
              label={t('Endereço')}
              error={form.error('url')}
              hint={t('Público, com https://, de um arquivo CSV, Excel ou XML de até 20 MB.')}
            >
              <input className="in" inputMode="url" value={v.url} onChange={(e) => form.set('url', e.target.value)} />
            </Field>
          </div>
          <Field label={t('Quando buscar')} error={form.error('every_hours')}>
            <select className="in" value={v.when} onChange={(e) => form.set('when', e.target.value)}>
              {TIMES.map((x) => (
                <option key={x.value} value={x.value}>
                  {scheduleWords(x)}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t('O que gravar')}>
            <select className="in" value={v.mode} onChange={(e) => form.set('mode', e.target.value)}>
              <option value="both">{t('Criar e atualizar')}</option>
              <option value="update">{t('Só atualizar os que já existem')}</option>
            </select>
          </Field>
          <div className="wide">
            <Field
              label={t('Perguntar antes quando mudar mais que (% do catálogo)')}
              error={form.error('percent')}
              hint={t('Acima disso nada é gravado até um administrador conferir.')}
            >
              <input
                className="in"
                inputMode="numeric"
                value={v.percent}
                onChange={(e) => form.set('percent', e.target.value)}
              />
            </Field>
          </div>
          <div className="wide">
            <Switch
              label={t('Tirar do catálogo o que não vier mais')}
              hint={t('Só o que este endereço trouxe; fica inativo e pode voltar.')}
              checked={v.retire}
              onChange={(on) => form.set('retire', on)}
            />
          </div>
        </div>
        <button type="button" className="btn sec spaced" disabled={busy || !v.url} onClick={() => void look()}>
          {busy ? t('Buscando…') : t('Ver o que viria')}
        </button>
        {busy && <progress aria-label={t('Buscando…')} />}
        <Problem words={refusal && t(refusal)} />
        {preview && (
          <div className="col g2 spaced" role="status">
            <p className="sm">
              <b>{whatIs(preview.file)}</b>
              {preview.missing.length > 0
                ? ` · ${t('Diga qual coluna é cada coisa. Falta: {list}.', { list: preview.missing.join(', ') })}`
                : ` · ${[
                    tn(preview.counts.new, '{n} novo', '{n} novos'),
                    tn(preview.counts.changed, '{n} alterado', '{n} alterados'),
                    tn(preview.counts.refused, '{n} recusado', '{n} recusados'),
                  ].join(', ')}`}
            </p>
            <Columns
              kind="products"
              columns={preview.columns}
              mapping={preview.columns.map((c) => c.field)}
              open={open}
              onOpen={setOpen}
              onMapping={(next) => {
                const named = Object.fromEntries(
                  preview.columns.flatMap((c, i) => (next[i] === c.field ? [] : [[c.header, next[i] ?? '']])),
                )
                const all = { ...columns, ...named }
                setColumns(all)
                void look(all)
              }}
            />
          </div>
        )}
        <Problem words={form.problem} />
        <FormActs busy={form.busy} back={t('Cancelar')} onClose={onClose} />
      </SubmitForm>
    </Modal>
  )
}
