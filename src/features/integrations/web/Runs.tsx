import { useQuery } from '@tanstack/react-query'
import { callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { type Integration, listRuns } from '../contract.ts'
import { runWords } from './words.ts'
import '#web/ui/Runs.css'

const ICONS = {
  andando: 'clock',
  espera: 'clock',
  pronto: 'check',
  falhou: 'warn',
  retido: 'warn',
  descartado: 'close',
} as const
const SAID = {
  andando: 'Andando',
  espera: 'Esperando',
  pronto: 'Pronta',
  falhou: 'Falhou',
  retido: 'Retida',
  descartado: 'Descartada',
}

/** The last updates, newest first, and what each left out. */
export function Runs({ integration: i }: { integration: Integration }) {
  const list = useQuery({
    queryKey: ['runs', i.id],
    queryFn: () => callList(listRuns, { params: { id: i.id } }),
    refetchInterval: (q) => (q.state.data?.rows[0]?.status === 'andando' ? 1500 : 30_000),
  })
  const rows = list.data?.rows ?? []
  return (
    <section>
      <h3 className="b sm">{t('Últimas atualizações')}</h3>
      {list.isPending && <Loading rows={2} />}
      {list.isError && (
        <Failed
          what={t('Não conseguimos carregar as atualizações.')}
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && rows.length === 0 && <p className="sm t2">{t('Nenhuma ainda.')}</p>}
      <ul className="runs">
        {rows.map((r) => (
          <li key={r.id}>
            <span className="t2 nowrap">{showMoment(r.started_at)}</span>
            <span className="grow">
              {runWords(r)}
              {r.issues.length > 0 && (
                <details>
                  <summary>{tn(r.issues.length, '{n} aviso', '{n} avisos')}</summary>
                  <ul>
                    {r.issues.map((s, n) => (
                      // oxlint-disable-next-line react/no-array-index-key
                      <li key={n}>
                        <b>{s.what}</b> {t(s.message)}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </span>
            <span className={r.status === 'falhou' ? 'bad' : 't2'}>
              <Icon name={r.issues.length && r.status === 'pronto' ? 'warn' : ICONS[r.status]} size="s" />
              <span className="sr">{t(SAID[r.status])}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
