import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAct } from '#web/act.ts'
import { deviceOf } from '#web/agent.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Queries } from '#web/queries.tsx'
import { Field } from '#web/ui/Field.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { changeDevice, dropDevice, readSettings, saveSettings, type Settings, tryDevice } from '../contract.ts'
import { KIND_LABELS, KINDS, type Kind } from '../rules.ts'
import { type Standing, standing, turnOff, turnOn } from './push.ts'
import '#web/ui/Section.css'
import '#web/ui/Unfolds.css'

/** What reaches whoever is here, on which devices, and when none makes a sound. */
export default function NoticeSettings({ level }: { level: number }) {
  return (
    <Queries>
      <Part level={level} />
    </Queries>
  )
}
const KEY = ['notice-settings']
function Part({ level }: { level: number }) {
  const client = useQueryClient()
  const asked = useQuery({ queryKey: KEY, queryFn: () => call(readSettings) })
  const take = (s: Settings | null) => void (s && client.setQueryData(KEY, s))
  return (
    <section className="sect col g3" id="avisos">
      <h2>{t('Avisos')}</h2>
      {isFailure(asked.error) && asked.error.offline && !asked.data ? (
        <p className="t2">{t('Sem internet agora: os avisos aparecem quando ela voltar.')}</p>
      ) : asked.isError ? (
        <Failed
          what={t('Não conseguimos carregar os avisos.')}
          error={asked.error}
          retry={() => void asked.refetch()}
        />
      ) : asked.data ? (
        <>
          <Here settings={asked.data} take={take} />
          <details className="unfolds" open={location.hash === '#avisos' || undefined}>
            <summary>
              <h3>{t('O que me avisa, e quando')}</h3>
              <span className="sm t2">{chosen(asked.data, level)}</span>
            </summary>
            <Kinds settings={asked.data} level={level} take={take} />
            <QuietHours settings={asked.data} take={take} />
            <Others settings={asked.data} take={take} />
          </details>
        </>
      ) : (
        <Loading rows={3} />
      )}
    </section>
  )
}
const kindsOf = (level: number) => KINDS.filter((kind) => KIND_LABELS[kind].levels.includes(level))
/** What is chosen, while it is folded. */
function chosen({ off, quiet_from, quiet_until }: Settings, level: number): string {
  const all = kindsOf(level)
  const on = all.filter((kind) => !off.includes(kind)).length
  const quiet =
    quiet_from && quiet_until && t('silêncio das {from} às {until}', { from: quiet_from, until: quiet_until })
  return [t('{n} de {m} assuntos', { n: on, m: all.length }), quiet || t('a qualquer hora')].join(' · ')
}
interface PartProps {
  settings: Settings
  take: (s: Settings | null) => void
}
/** Whether this device gets notices, or why it does not. */
function Here({ settings, take }: PartProps) {
  const [now, setNow] = useState<Standing | null>(null)
  const { busy, act } = useAct()
  const look = () => void standing().then(setNow)
  useEffect(look, [])
  const mine = settings.devices.find((d) => d.current)
  const on = now === 'on' && mine !== undefined
  const turn = (wanted: boolean) =>
    act(async () => {
      try {
        take(wanted ? await turnOn() : await turnOff(settings.devices))
      } catch (error) {
        if (!(error instanceof DOMException) && (error as Error).message !== 'no worker') throw error
        notify(t('O navegador não deu o endereço dos avisos. Confira a internet e tente de novo.'))
      }
      look()
    })
  return (
    <>
      {now === 'home' ? (
        <p>
          {t(
            'No iPhone os avisos só chegam pelo aplicativo: toque em Compartilhar e em Adicionar à Tela de Início, e abra por lá.',
          )}
        </p>
      ) : now === 'none' ? (
        <p>{t('Este navegador não recebe avisos. Eles ficam no sino.')}</p>
      ) : now === 'denied' ? (
        <p>{t('Os avisos foram recusados neste navegador. Para mudar, abra as permissões deste site no navegador.')}</p>
      ) : (
        <Switch
          label={t('Receber avisos neste aparelho')}
          hint={t('Chegam também com o aplicativo fechado.')}
          checked={on}
          disabled={busy || now === null}
          onChange={(wanted) => void turn(wanted)}
        />
      )}
      {on && (
        <>
          <Switch
            label={t('Nomes na tela bloqueada')}
            hint={t('Sem isto o aviso diz o que houve, não com quem.')}
            checked={mine.names}
            disabled={busy}
            onChange={(names) =>
              void act(async () => take(await call(changeDevice, { params: { id: mine.id }, body: { names } })))
            }
          />
          <div>
            <button
              type="button"
              className="btn sec"
              disabled={busy}
              onClick={() =>
                void act(async () => {
                  await call(tryDevice, { params: { id: mine.id } })
                  notify(
                    t(
                      'Aviso de teste a caminho. Se não chegar em um minuto, confira os avisos nos ajustes do aparelho.',
                    ),
                  )
                })
              }
            >
              {t('Mandar um aviso de teste')}
            </button>
          </div>
        </>
      )}
      {settings.mails && (
        <p className="sm t2">
          {t('O que nenhum aparelho receber em 10 minutos, e você não tiver lido, vai por e-mail.')}
        </p>
      )}
    </>
  )
}
function Kinds({ settings, level, take }: PartProps & { level: number }) {
  const { busy, act } = useAct()
  const { quiet_from, quiet_until } = settings
  const turn = (kind: Kind, on: boolean) =>
    act(async () => {
      const off = on ? settings.off.filter((k) => k !== kind) : [...settings.off, kind]
      take(
        await call(saveSettings, {
          body: { off, quiet_from: quiet_from ?? undefined, quiet_until: quiet_until ?? undefined },
        }),
      )
    })
  return (
    <fieldset className="col">
      <legend className="b">{t('Avisar de')}</legend>
      {kindsOf(level).map((kind) => (
        <Switch
          key={kind}
          label={t(KIND_LABELS[kind].label)}
          checked={!settings.off.includes(kind)}
          disabled={busy}
          onChange={(on) => void turn(kind, on)}
        />
      ))}
    </fieldset>
  )
}
const NIGHT = { quiet_from: '21:00', quiet_until: '07:00' }
function QuietHours({ settings, take }: PartProps) {
  const { off, quiet_from, quiet_until } = settings
  const { busy, act } = useAct()
  const save = (hours: { quiet_from?: string | undefined; quiet_until?: string | undefined }) =>
    act(async () =>
      take(
        await call(saveSettings, {
          body: { off, quiet_from: undefined, quiet_until: undefined, ...hours },
        }),
      ),
    )
  return (
    <>
      <Switch
        label={t('Horas de silêncio')}
        hint={t('O que chegar nelas vem junto quando acabarem, pela hora da empresa.')}
        checked={quiet_from !== null}
        disabled={busy}
        onChange={(on) => void save(on ? NIGHT : {})}
      />
      {quiet_from !== null && quiet_until !== null && (
        <Hours key={quiet_from + quiet_until} stored={{ quiet_from, quiet_until }} busy={busy} save={save} />
      )}
    </>
  )
}
interface HoursProps {
  stored: { quiet_from: string; quiet_until: string }
  busy: boolean
  save: (hours: HoursProps['stored']) => Promise<unknown>
}
/** Saved when a field is left, so that nothing is kept of a time that is half typed. */
function Hours({ stored, busy, save }: HoursProps) {
  const [hours, setHours] = useState(stored)
  const leave = () => {
    const { quiet_from, quiet_until } = hours
    if (!quiet_from || !quiet_until) return
    if (quiet_from !== stored.quiet_from || quiet_until !== stored.quiet_until) void save(hours)
  }
  const field = (key: keyof typeof hours, label: string) => (
    <Field label={label}>
      <input
        className="in"
        type="time"
        value={hours[key]}
        disabled={busy}
        onChange={(e) => setHours({ ...hours, [key]: e.target.value })}
        onBlur={leave}
      />
    </Field>
  )
  return (
    <div className="row g3">
      {field('quiet_from', t('Das'))}
      {field('quiet_until', t('Até'))}
    </div>
  )
}
/** Other devices of this person: one that was lost is told nothing more. */
function Others({ settings, take }: PartProps) {
  const { busy, act } = useAct()
  const others = settings.devices.filter((d) => !d.current)
  if (others.length === 0) return null
  return (
    <>
      <h3>{t('Outros aparelhos que recebem avisos')}</h3>
      <ul className="panel">
        {others.map((d) => (
          <li className="li" key={d.id}>
            <span className="grow">
              {deviceOf(d.agent)}
              <span className="xs t2 block">{t('Visto {when}', { when: showMoment(d.seen_at) })}</span>
            </span>
            <button
              type="button"
              className="btn sec"
              disabled={busy}
              onClick={() => void act(async () => take(await call(dropDevice, { params: { id: d.id } })))}
            >
              {t('Remover')}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
