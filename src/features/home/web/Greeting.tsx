import { useState } from 'react'
import { spokenTo } from '#shared/spoken.ts'
import { today } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { dayWords, showTime } from '#web/moments.ts'
import { zoneNotice } from '#web/zoneNotice.ts'

/** "Bom dia, Ana" and the company's day, which the figures below it are of. */
export function Greeting({ name }: { name: string }) {
  const [now] = useState(() => new Date())
  const hour = Number.parseInt(showTime(now), 10)
  const words = hour < 5 || hour >= 18 ? 'Boa noite, {name}' : hour < 12 ? 'Bom dia, {name}' : 'Boa tarde, {name}'
  const day = dayWords(today(), { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    <header>
      <h1>{t(words, { name: spokenTo(name, '') })}</h1>
      <p className="sm t2 dayname">{[day, zoneNotice()].filter(Boolean).join(' · ')}</p>
    </header>
  )
}
