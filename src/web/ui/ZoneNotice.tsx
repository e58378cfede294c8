import { zoneNotice } from '../zoneNotice.ts'

/** "Horários de Rio Branco", once on a screen with moments, where this device shows another time than the company. */
export function ZoneNotice() {
  const text = zoneNotice()
  return text ? <p className="xs t2">{text}</p> : null
}
