import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showFullDay, showTime } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { notify } from '#web/ui/snack.tsx'
import { approveClock, readClock } from '../contract.ts'

const moment = (at: Date) => `${showFullDay(at, HOME_ZONE)}, ${showTime(at, HOME_ZONE)}`

/** What waits because the server's clock jumped, and the way to say that it is right. */
export function ClockNotice() {
  const clock = useQuery({ queryKey: ['clock'], queryFn: () => call(readClock) })
  const [asking, setAsking] = useState(false)
  const c = clock.data
  if (!c?.doubted_at || !c.believed_at) return null
  const approve = () =>
    attempt(async () => {
      await call(approveClock)
      renew()
      notify(t('O relógio vale. O que esperava será feito na próxima hora.'))
      setAsking(false)
    })
  return (
    <section className="note bad col spaced" aria-labelledby="clock-doubted">
      <h2 id="clock-doubted" className="h3">
        {t('O relógio do servidor saltou')}
      </h2>
      <p>
        {t('Ele dizia {before}, e agora diz {now}.', { before: moment(c.believed_at), now: moment(c.now) })}{' '}
        {t('Exclusões definitivas, limpezas, cobranças e a retirada de backups antigos esperam.')}{' '}
        {t('Pagamentos valem e contam a partir do dia de antes do salto.')}{' '}
        {tn(
          c.hours_left,
          'Se nada mudar, valem em {n} hora de funcionamento.',
          'Se nada mudar, valem em {n} horas de funcionamento.',
        )}
      </p>
      <div className="row wrap spaced">
        <button type="button" className="btn sec small" onClick={() => setAsking(true)}>
          {t('O relógio está certo')}
        </button>
      </div>
      {asking && (
        <Confirm
          title={t('O relógio está certo?')}
          text={t(
            'Agora são {now} em São Paulo? O que espera por isso é feito na próxima hora: empresas excluídas há mais de 30 dias são apagadas, dados antigos saem, cobranças são enviadas. Isso não pode ser desfeito.',
            { now: moment(c.now) },
          )}
          danger
          onConfirm={approve}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
