import { t } from '../i18n.ts'
import { showMoment } from '../moments.ts'
import { device } from './index.ts'
import { hoursOld, STALE } from './staleness.ts'

/** Of when what is on this device is. */
export default function Freshness({ hide_price }: { hide_price: boolean }) {
  const { at, told, full, missing } = device.use()
  if (!told) return null
  const when = showMoment(new Date(at))
  const hours = hoursOld(told)
  return (
    <b>
      {hide_price
        ? t('Catálogo de {when}.', { when })
        : hours > 3 * STALE
          ? t('Preços antigos, de {when}: confira antes de fechar.', { when })
          : hours > STALE
            ? t('Preços de {when}; podem ter mudado.', { when })
            : t('Preços de {when}.', { when })}
      {full &&
        ` ${
          missing > 0
            ? t('Faltam {n} MB neste aparelho: ao fechar a página, o catálogo é baixado de novo.', { n: missing })
            : t('Este navegador não guarda o catálogo: ao fechar a página, ele é baixado de novo.')
        }`}
    </b>
  )
}
