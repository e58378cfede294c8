import { useState } from 'react'
import { useLocation } from 'wouter'
import { type Company, updateCompany } from '#features/companies/contract.ts'
import { keptArchive } from '#features/privacy/contract.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { download } from '#web/file.ts'
import { t } from '#web/i18n.ts'
import { showFullDay } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { visit } from '#web/visit.ts'
import { useDesk } from '#web/useDesk.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { notify } from '#web/ui/snack.tsx'
import { addDays, showDay } from '#shared/day.ts'
import { deleteCompany, restoreCompany, visitCompany } from '../contract.ts'

type Act = 'visit' | 'block' | 'extend' | 'delete'
/** What an operator does to a company beside its form; each asks for what it needs first. */
export function CompanyActs({ company: c }: { company: Company }) {
  const [, navigate] = useLocation()
  const [act, setAct] = useState<Act | null>(null)
  const [busy, setBusy] = useState('')
  const isDesk = useDesk()
  const params = { company: c.id }
  const run = async (name: string, work: () => Promise<unknown>, done: string) => {
    setBusy(name)
    await attempt(async () => {
      await work()
      setAct(null)
      if (done) notify(done)
      renew()
    }).finally(() => {
      setBusy('')
    })
  }
  const button = (name: string, icon: Parameters<typeof Icon>[0]['name'], label: string, onClick: () => void) => (
    <button type="button" className="btn sec small" disabled={busy !== ''} onClick={onClick}>
      <Icon name={icon} />
      {busy === name ? t('Um momento…') : label}
    </button>
  )
  if (c.deleted_at)
    return (
      <div className="note bad spaced">
        <p>
          {t('Excluída em {day}. Os dados são guardados por 30 dias.', {
            day: showFullDay(c.deleted_at),
          })}
        </p>
        <div className="row wrap spaced">
          {button(
            'restore',
            'undo',
            t('Trazer de volta'),
            () =>
              void run('restore', () => call(restoreCompany, { params }), t('{name} está de volta.', { name: c.name })),
          )}
          {button(
            'kept',
            'download',
            t('Baixar a cópia'),
            () => void run('kept', () => download(keptArchive, { params }), ''),
          )}
        </div>
      </div>
    )
  const rest = (
    <>
      {c.is_blocked
        ? button(
            'unblock',
            'check',
            t('Desbloquear'),
            () =>
              void run(
                'unblock',
                () => call(updateCompany, { params, body: { is_blocked: false } }),
                t('Desbloqueada.'),
              ),
          )
        : button('block', 'lock', t('Bloquear'), () => setAct('block'))}
      {button('delete', 'bin', t('Excluir'), () => setAct('delete'))}
    </>
  )
  return (
    <>
      <div className="row wrap spaced">
        {button('visit', 'eye', t('Ver como'), () => setAct('visit'))}
        {button(
          'extend',
          'clock',
          c.trial ? t('Estender o teste') : isDesk ? t('Estender a validade') : t('Estender'),
          () => setAct('extend'),
        )}
        {isDesk ? rest : <Menu keeps>{rest}</Menu>}
      </div>
      {act === 'visit' && (
        <Ask
          title={t('Ver como {name}', { name: c.name })}
          text={t(
            'Abre a tela do administrador por 30 minutos. A visita e o que for mudado ficam no registro da empresa.',
          )}
          label={t('Motivo')}
          least={4}
          onClose={() => setAct(null)}
          onConfirm={(reason) =>
            run(
              'visit',
              async () => {
                const { token } = await call(visitCompany, { params, body: { reason } })
                visit(token)
              },
              '',
            )
          }
        />
      )}
      {act === 'block' && (
        <Ask
          title={t('Bloquear {name}?', { name: c.name })}
          text={t('Visitas, clientes e pedidos param agora. A equipe ainda entra para ver, pagar e baixar os dados.')}
          label={t('Motivo do bloqueio')}
          least={4}
          danger
          onClose={() => setAct(null)}
          onConfirm={(reason) =>
            run(
              'block',
              () => call(updateCompany, { params, body: { is_blocked: true, blocked_reason: reason } }),
              t('Bloqueada.'),
            )
          }
        />
      )}
      {act === 'extend' && (
        <Ask
          title={c.trial ? t('Estender o teste') : t('Estender a validade')}
          text={t('Hoje vale até {day}.', { day: showDay(c.valid_until) })}
          label={t('Até')}
          type="date"
          first={addDays((c.valid_until ?? '') > (c.today ?? '') ? (c.valid_until as string) : (c.today as string), 7)}
          least={10}
          onClose={() => setAct(null)}
          onConfirm={(valid_until) =>
            run(
              'extend',
              () => call(updateCompany, { params, body: { valid_until } }),
              t('Vale até {day}.', { day: showDay(valid_until) }),
            )
          }
        />
      )}
      {act === 'delete' && (
        <Ask
          title={t('Excluir {name}?', { name: c.name })}
          text={t(
            'Sai do ar agora. Uma cópia de tudo é guardada e a empresa pode voltar por 30 dias; depois disso, não. Para confirmar, digite o endereço: {path}',
            {
              path: c.path,
            },
          )}
          label={t('Endereço da empresa')}
          exact={c.path}
          least={1}
          danger
          onClose={() => setAct(null)}
          onConfirm={() =>
            run(
              'delete',
              async () => {
                await call(deleteCompany, { params })
                navigate('/dashboard/companies')
              },
              t('{name} foi excluída. Está em Excluídas por 30 dias.', { name: c.name }),
            )
          }
        />
      )}
    </>
  )
}
/** A question that needs a word: a reason, a day, or the exact text that says one means it. */
function Ask(p: {
  title: string
  text: string
  label: string
  type?: string
  first?: string
  least: number
  exact?: string
  danger?: boolean
  onConfirm: (value: string) => Promise<void>
  onClose: () => void
}) {
  const [value, setValue] = useState(p.first ?? '')
  const [error, setError] = useState('')
  const submit = () => {
    const typed = value.trim()
    if (p.exact !== undefined && typed !== p.exact) return setError(t('Digite exatamente: {path}', { path: p.exact }))
    if (typed.length < p.least) return setError(t('Preencha este campo.'))
    return p.onConfirm(typed)
  }
  return (
    <Confirm title={p.title} text={p.text} {...(p.danger && { danger: true })} onClose={p.onClose} onConfirm={submit}>
      <div className="spaced">
        <Field label={p.label} error={error}>
          <input
            className="in"
            autoComplete="off"
            type={p.type ?? 'text'}
            value={value}
            onChange={(e) => {
              setValue(e.target.value)
              setError('')
            }}
          />
        </Field>
      </div>
    </Confirm>
  )
}
