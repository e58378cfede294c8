import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { applyHeld, discardHeld, type Integration } from '../contract.ts'
import { isHeld, lossWords } from './words.ts'

interface Props {
  integration: Integration
  busy: boolean
  /** Does something that changes the link, and reads the link again. */
  run: (work: () => Promise<unknown>) => unknown
}
/** The newest run when it was held: what it would take away, and the two ways on. */
export function HeldRun({ integration: i, busy, run }: Props) {
  const { run: held } = i
  if (!held?.losses || !isHeld(i)) return null
  const decide = (which: typeof applyHeld | typeof discardHeld, said: string) =>
    void run(async () => {
      await call(which, { params: { id: i.id, run: held.id } })
      renew('runs')
      notify(said)
    })
  return (
    <section className="note warn" aria-label={t('Atualização retida')}>
      <Icon name="warn" />
      <div className="grow">
        <p>
          {lossWords(held.losses)} {t('Nada foi gravado.')}
        </p>
        <p className="sm">
          {t('Confira no {name} se é isso mesmo. Aplicar lê tudo de novo antes de gravar.', { name: i.system_name })}
        </p>
        <div className="row wrap spaced">
          <button
            type="button"
            className="btn sec small"
            disabled={busy || i.status === 'Inativa'}
            onClick={() => decide(applyHeld, t('A atualização começou.'))}
          >
            {t('Aplicar assim mesmo')}
          </button>
          <button
            type="button"
            className="btn txt small"
            disabled={busy}
            onClick={() => decide(discardHeld, t('Descartada. Nada mudou no catálogo.'))}
          >
            {t('Descartar')}
          </button>
        </div>
      </div>
    </section>
  )
}
