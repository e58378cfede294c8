import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { currentAccount } from '#web/session.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormActs } from '#web/ui/FormActs.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { useDialogForm } from '#web/ui/useDialogForm.ts'
import { changeTemplate, createTemplate, deleteTemplate, listTemplates, type Template } from '../contract.ts'
import { MOST_NAME, MOST_TEXT, PLACES } from '../rules.ts'

interface Props {
  /** A template with what is known of this conversation filled in. */
  fill: (template: string) => string
  onPick: (text: string) => void
  onClose: () => void
}
const companyId = () => currentAccount<{ company: { id: number } | null }>()?.company?.id ?? 0
/** Words to send again: picked, written, changed where they are used. */
export function Templates({ fill, onPick, onClose }: Props) {
  const company = companyId()
  const client = useQueryClient()
  const { busy, act } = useAct()
  const [editing, setEditing] = useState<Template | 'new' | null>(null)
  const key = ['message-templates', company]
  const list = useQuery({ queryKey: key, queryFn: () => call(listTemplates, { params: { company } }) })
  const renewed = () => client.invalidateQueries({ queryKey: key })
  if (editing)
    return (
      <Edit
        company={company}
        template={editing === 'new' ? null : editing}
        onClose={() => setEditing(null)}
        onSaved={renewed}
      />
    )
  return (
    <Modal className="dialog formdialog" label={t('Modelos de mensagem')} onClose={onClose}>
      <h2>{t('Modelos de mensagem')}</h2>
      <ListStates list={list} what={t('Não conseguimos carregar os modelos.')} none={list.data?.length === 0} rows={3}>
        <Empty icon="doc">
          <p>{t('Nenhum modelo ainda. Guarde aqui o que você escreve sempre.')}</p>
        </Empty>
      </ListStates>
      <ul className="panel spaced">
        {(list.data ?? []).map((m) => (
          <li key={m.id} className="row template">
            <button type="button" className="li grow" onClick={() => onPick(fill(m.text))}>
              <span className="grow">
                <b>{m.name}</b>
                <span className="sm t2 clip block">{fill(m.text)}</span>
              </span>
            </button>
            {m.mine && (
              <>
                <button
                  type="button"
                  className="ib"
                  aria-label={t('Mudar o modelo {name}', { name: m.name })}
                  onClick={() => setEditing(m)}
                >
                  <Icon name="edit" />
                </button>
                <button
                  type="button"
                  className="ib"
                  disabled={busy}
                  aria-label={t('Excluir o modelo {name}', { name: m.name })}
                  onClick={() => void act(() => call(deleteTemplate, { params: { company, id: m.id } }).then(renewed))}
                >
                  <Icon name="bin" />
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="acts">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Fechar')}
        </button>
        <button type="button" className="btn pri" onClick={() => setEditing('new')}>
          <Icon name="plus" />
          {t('Novo modelo')}
        </button>
      </div>
    </Modal>
  )
}
interface EditProps {
  company: number
  template: Template | null
  onClose: () => void
  onSaved: () => Promise<unknown>
}
function Edit({ company, template, onClose, onSaved }: EditProps) {
  const first = { name: template?.name ?? '', text: template?.text ?? '' }
  const form = useDialogForm(`template:${template?.id ?? 'new'}`, first, { marked: ['name', 'text'] })
  const title = template ? t('Mudar modelo') : t('Novo modelo')
  const save = () =>
    form.submit(async () => {
      const typed = form.values
      if (template) await call(changeTemplate, { params: { company, id: template.id }, typed })
      else await call(createTemplate, { params: { company }, typed })
      await onSaved()
      onClose()
    })
  return (
    <Modal className="dialog formdialog" label={title} onClose={onClose}>
      <SubmitForm onSubmit={() => void save()}>
        <h2>{title}</h2>
        <div className="fields spaced">
          <Field label={t('Nome do modelo')} error={form.error('name')}>
            <input
              className="in"
              autoComplete="off"
              maxLength={MOST_NAME}
              value={form.values.name}
              onChange={(e) => form.set('name', e.target.value)}
            />
          </Field>
          <Field
            label={t('Texto')}
            error={form.error('text')}
            hint={t('Preenchidos em cada conversa: {list}', { list: PLACES.map((p) => `{${p}}`).join(' ') })}
          >
            <textarea
              className="in"
              rows={5}
              maxLength={MOST_TEXT}
              value={form.values.text}
              onChange={(e) => form.set('text', e.target.value)}
            />
          </Field>
        </div>
        <Problem words={form.problem} />
        <FormActs busy={form.busy} back={t('Voltar')} onClose={onClose} />
      </SubmitForm>
    </Modal>
  )
}
