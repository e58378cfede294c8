import { showMoment, t } from '../i18n.ts'
import { device } from './index.ts'

const HOUR = 3_600_000
/** Prices that nobody has compared for so many hours are said at once, and called old after three times as many. */
export const STALE = 24
export const hoursOld = (told: number) => (told ? (Date.now() - told) / HOUR : 0)
/** Of when what is on this device is. */
export function Freshness({ hide_price }: { hide_price: boolean }) {
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
