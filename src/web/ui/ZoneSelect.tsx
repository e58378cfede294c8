import { useState } from 'react'
import { BRAZIL_ZONES } from '#shared/zone-names.ts'
import { isTimeZone, zoneLabel, zoneRegions } from '#shared/time-zones.ts'
import { t } from '../i18n.ts'
import { Field } from './Field.tsx'

const REGIONS: Record<string, string> = {
  Africa: 'África',
  America: 'América',
  Antarctica: 'Antártida',
  Arctic: 'Ártico',
  Asia: 'Ásia',
  Atlantic: 'Atlântico',
  Australia: 'Austrália',
  Europe: 'Europa',
  Indian: 'Índico',
  Pacific: 'Pacífico',
}
/** A company's time zone; Brazil's come first. A kept zone that is not in the list stays until it is changed. */
export function ZoneSelect(props: { value: string; onChange: (zone: string) => void; error?: string | undefined }) {
  const [now] = useState(() => new Date())
  const options = (zones: string[]) =>
    zones.map((zone) => (
      <option key={zone} value={zone}>
        {zoneLabel(zone, now)}
      </option>
    ))
  return (
    <Field
      label={t('Fuso horário')}
      error={props.error}
      hint={t('Dias, meses e horários da empresa são contados por ele.')}
    >
      <select className="in" value={props.value} onChange={(e) => props.onChange(e.target.value)}>
        {!isTimeZone(props.value) && <option value={props.value}>{props.value}</option>}
        <optgroup label={t('Brasil')}>{options(Object.keys(BRAZIL_ZONES))}</optgroup>
        {zoneRegions().map(([region, zones]) => (
          <optgroup key={region} label={t(REGIONS[region] ?? region)}>
            {options(zones)}
          </optgroup>
        ))}
      </select>
    </Field>
  )
}
