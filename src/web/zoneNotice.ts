import { zoneName } from '#shared/zone-names.ts'
import { zonedTime } from '#shared/zoned-time.ts'
import { zone } from './device/day.ts'
import { t } from './i18n.ts'

/** "Horários de Rio Branco", where this device's clock shows another time than the company's; else ''. */
export function zoneNotice(now = new Date()): string {
  const [here, there] = [zonedTime(now), zonedTime(now, zone())]
  return here.day === there.day && here.time === there.time ? '' : t('Horários de {place}', { place: zoneName(zone()) })
}
