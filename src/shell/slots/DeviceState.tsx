import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { catalogue } from '#features/products/web/index.ts'
import { useAct } from '#web/act.ts'
import Freshness from '#web/device/Freshness.tsx'
import { renewDevice } from '#web/device/index.ts'
import { t, tn } from '#web/i18n.ts'
import { online } from '#web/online.ts'
import { waiting } from '#web/outbox/count.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { screensKept } from '#web/worker.ts'
import { photoBytes, photos } from '../photos.ts'
import './DeviceState.css'

export const megabytes = (n: number) =>
  `${(n / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: n < 10 * 1024 * 1024 ? 1 : 0 })} MB`

/** Whether one can go where there is no network, what is here for that and what is not, and what to do about it. */
export function DeviceState({ hide_price }: { hide_price: boolean }) {
  const c = catalogue.use()
  const p = photos.use()
  const out = waiting.use()
  const connected = online.use()
  const [screens, setScreens] = useState<boolean | null>(null)
  const [bytes, setBytes] = useState<number | null>(null)
  const { busy, act } = useAct()
  useEffect(() => void screensKept().then(setScreens), [])
  useEffect(() => {
    if (p.state !== 'fetching') void photoBytes().then(setBytes)
  }, [p.state, p.here])
  const ready = screens === true && c.complete
  return (
    <section className="panel pad col g2 devstate" aria-labelledby="devstate">
      <div className="row">
        <Icon name={ready ? 'check' : 'download'} />
        <h2 id="devstate" className="grow">
          {ready ? t('Pronto para usar sem internet') : t('Ainda falta baixar para usar sem internet')}
        </h2>
      </div>
      <p className="sm t2">
        {t('O que já está aqui abre sem internet. O que você fizer fica guardado e segue quando ela voltar.')}
      </p>
      <ul>
        <Line good={screens === true}>
          {screens === true ? t('As telas estão aqui.') : t('As telas ainda não estão todas aqui.')}
        </Line>
        <Line good={c.complete && c.failed === null}>
          {c.complete
            ? tn(c.total, '{n} produto está aqui.', '{n} produtos estão aqui.')
            : t('O catálogo ainda não está inteiro neste aparelho.')}
          {c.failed !== null && ` ${t('Não foi possível atualizar agora.')}`}{' '}
          <span className="block sm">
            <Freshness hide_price={hide_price} />
          </span>
        </Line>
        {p.wanted > 0 && (
          <Line good={p.here >= p.wanted}>
            {t('{n} de {m} fotos estão aqui', {
              n: p.here.toLocaleString('pt-BR'),
              m: p.wanted.toLocaleString('pt-BR'),
            })}
            {bytes !== null && p.state !== 'fetching' && ` · ${megabytes(bytes)}`}
          </Line>
        )}
        <Line good={out === 0}>
          {out === 0 ? (
            t('Nada espera para ser enviado.')
          ) : (
            <Link href="/aguardando" className="linklike">
              {tn(out, '{n} espera para ser enviado', '{n} esperam para ser enviados')}
            </Link>
          )}
        </Line>
      </ul>
      <div>
        <button
          type="button"
          className={`btn ${ready ? 'sec' : 'pri'}`}
          disabled={busy || !connected}
          onClick={() => void act(renewDevice)}
        >
          {busy ? t('Atualizando…') : t('Atualizar agora')}
        </button>
        {!connected && <p className="sm t2 spaced">{t('Sem internet agora: atualiza sozinho quando ela voltar.')}</p>}
      </div>
    </section>
  )
}
const Line = ({ good, children }: { good: boolean; children: ReactNode }) => (
  <li className={good ? 'good' : ''}>
    <Icon name={good ? 'check' : 'clock'} size="s" />
    <span className="grow">{children}</span>
  </li>
)
