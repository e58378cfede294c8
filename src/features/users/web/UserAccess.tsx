import { useQuery } from '@tanstack/react-query'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { deviceOf } from '#web/agent.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed } from '#web/ui/states.tsx'
import { endSessions, listSessions, type User } from '../contract.ts'
import { LinkPart } from './LinkPart.tsx'

/** A seller's link, to share with everybody. */
export const SellerLink = ({ user, company }: { user: User; company: { name: string } }) => (
  <LinkPart
    title={t('Link do vendedor')}
    hint={t('Quem abre este link fala com este vendedor e pede por ele.')}
    url={`${location.origin}/pedidos?vend=${user.id}`}
    company={company.name}
  />
)
/** Where a person is signed in, and the way to end it all. */
export function Sessions({ user }: { user: User }) {
  const list = useQuery({
    queryKey: ['sessions', user.id],
    queryFn: () => call(listSessions, { params: { id: user.id } }),
  })
  const { busy, act } = useAct()
  const others = list.data?.filter((s) => !s.current).length ?? 0
  if (list.isPending) return null
  return (
    <section className="sect">
      <h2>{t('Onde está conectado')}</h2>
      {!list.data && (
        <Failed
          what={t('Não conseguimos carregar os aparelhos.')}
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.data?.length === 0 && <p className="t2 sm">{t('Em nenhum aparelho agora.')}</p>}
      {list.data && list.data.length > 0 && (
        <ul className="panel">
          {list.data.map((s) => (
            <li className="li" key={s.id}>
              <span className="grow">
                <span className="b sm">{deviceOf(s.agent)}</span>
                <span className="xs t2 block">
                  {s.current ? t('Este aparelho') : t('Visto {when}', { when: showMoment(s.last_seen) })} ·{' '}
                  {t('entrou {when}', { when: showMoment(s.at) })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <button
          type="button"
          className="btn sec small left"
          disabled={busy}
          onClick={() =>
            void act(async () => {
              const { ended } = await call(endSessions, { params: { id: user.id } })
              renew('sessions', user.id)
              notify(tn(ended, 'Desconectado de {n} aparelho.', 'Desconectado de {n} aparelhos.'))
            })
          }
        >
          {t('Desconectar')}
        </button>
      )}
    </section>
  )
}
