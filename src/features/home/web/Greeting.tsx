import { useState } from 'react'
import { spokenTo } from '#shared/spoken.ts'
import { t } from '#web/i18n.ts'

/** "Bom dia, Ana" and which day it is. */
export function Greeting({ name }: { name: string }) {
  const [now] = useState(() => new Date())
  const hour = now.getHours()
  const words = hour < 5 || hour >= 18 ? 'Boa noite, {name}' : hour < 12 ? 'Bom dia, {name}' : 'Boa tarde, {name}'
  return (
    <header>
      <h1>{t(words, { name: spokenTo(name, '') })}</h1>
      <p className="sm t2 dayname">
        {now.toLocaleDateString('pt-BR', { weekday: 'long', day: 'numeric', month: 'long' })}
      </p>
    </header>
  )
}
