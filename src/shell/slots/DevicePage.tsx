import { Suspense, useEffect, useId, useState } from 'react'
import { catalogue } from '#features/products/web/index.ts'
import { useAct } from '#web/act.ts'
import { isApp, isApple } from '#web/app.ts'
import { Freshness } from '#web/device/Freshness.tsx'
import { renewDevice } from '#web/device/index.ts'
import { t, tn } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { dropPhotos, type PhotoChoice, room, screensKept, tell, told } from '#web/worker.ts'
import { choiceOf } from '../Device.tsx'
import { bringPhotos, photoBytes, photos, wanted } from '../photos.ts'
import type { Viewer } from '../viewer.ts'
import '#web/styles/kit.css'
import '#web/ui/Progress.css'
import '#web/ui/Section.css'

const NoticeSettings = lazy(() => import('#features/notices/web/NoticeSettings.tsx'))

/** What of the company is on this device, how to have it as an app, and which photos stay. */
export default function DevicePage({ viewer }: { viewer: Viewer }) {
  return (
    <div className="page narrow col g3">
      <h1>{t('Neste aparelho')}</h1>
      <p className="t2 spacedown">
        {t('O que já está aqui abre sem internet. O que você fizer fica guardado e segue quando ela voltar.')}
      </p>
      {!viewer.isPublic && (
        <Suspense>
          <NoticeSettings level={viewer.level} />
        </Suspense>
      )}
      <Install name={viewer.company?.name ?? ''} />
      <Copied hide_price={viewer.hide_price} />
      {'caches' in window && <PhotosPart viewer={viewer} />}
      <Room />
    </div>
  )
}
function Install({ name }: { name: string }) {
  const [offer, setOffer] = useState(document.installer ?? null)
  const [done, setDone] = useState(isApp)
  useEffect(() => {
    const on = (e: WindowEventMap['beforeinstallprompt']) => setOffer(e)
    const installed = () => setDone(true)
    addEventListener('beforeinstallprompt', on)
    addEventListener('appinstalled', installed)
    return () => {
      removeEventListener('beforeinstallprompt', on)
      removeEventListener('appinstalled', installed)
    }
  }, [])
  const install = async () => {
    const answer = await offer?.prompt()
    document.installer = null
    setOffer(null)
    if (answer?.outcome === 'accepted') await navigator.storage?.persist?.().catch(() => false)
  }
  return (
    <section className="sect">
      <h2>{t('Aplicativo')}</h2>
      {done ? (
        <p>{t('{name} está instalado neste aparelho.', { name })}</p>
      ) : offer ? (
        <>
          <p>{t('Abre pelo ícone, em tela cheia, também sem internet.')}</p>
          <button type="button" className="btn pri" onClick={() => void install()}>
            {t('Instalar {name}', { name })}
          </button>
        </>
      ) : isApple() ? (
        <p>{t('No Safari, toque em Compartilhar e em Adicionar à Tela de Início.')}</p>
      ) : (
        <p>{t('No menu do navegador, toque em Instalar aplicativo ou em Adicionar à tela inicial.')}</p>
      )}
    </section>
  )
}
function Copied({ hide_price }: { hide_price: boolean }) {
  const c = catalogue.use()
  const [screens, setScreens] = useState(false)
  useEffect(() => void screensKept().then(setScreens), [])
  const { busy, act } = useAct()
  return (
    <section className="sect">
      <h2>{t('Catálogo')}</h2>
      <p>{screens ? t('As telas estão aqui.') : t('As telas ainda não estão todas aqui.')}</p>
      <p>
        {c.complete
          ? tn(c.total, '{n} produto está aqui.', '{n} produtos estão aqui.')
          : t('O catálogo ainda não está inteiro neste aparelho.')}
        {c.failed !== null && ` ${t('Não foi possível atualizar agora.')}`}
      </p>
      <p>
        <Freshness hide_price={hide_price} />
      </p>
      <div>
        <button type="button" className="btn sec" disabled={busy} onClick={() => void act(renewDevice)}>
          {busy ? t('Atualizando…') : t('Atualizar agora')}
        </button>
      </div>
    </section>
  )
}
const CHOICES = [
  ['none', 'Nenhuma'],
  ['thumbs', 'Miniaturas'],
  ['all', 'Todas'],
] as const
/** What a photo weighs as a rule: said before it is known. */
const KB_OF = { thumbnail: 4, photo: 60 }
function PhotosPart({ viewer: { level } }: { viewer: Viewer }) {
  const name = useId()
  const [choice, setChoice] = useState<PhotoChoice | null>(null)
  const [bytes, setBytes] = useState<number | null>(null)
  const p = photos.use()
  catalogue.use()
  useEffect(() => void told().then((now) => setChoice(choiceOf(now.photos, level))), [level])
  useEffect(() => {
    if (p.state !== 'fetching') void photoBytes().then(setBytes)
  }, [p.state, p.here])
  const choose = async (next: PhotoChoice) => {
    setChoice(next)
    await tell({ photos: next })
    if (next !== 'none') void navigator.storage?.persist?.()
    if (next === 'none') await dropPhotos()
    await bringPhotos(next)
    setBytes(await photoBytes())
  }
  const about = (one: PhotoChoice) => {
    const [all, small] = [wanted(one).length, wanted('thumbs').length]
    const mb = Math.max(1, Math.round((small * KB_OF.thumbnail + (all - small) * KB_OF.photo) / 1024))
    return all === 0 ? '' : t('fotos: {n}, cerca de {mb} MB', { n: all.toLocaleString('pt-BR'), mb })
  }
  return (
    <section className="sect">
      <h2 id={name}>{t('Fotos')}</h2>
      <div role="radiogroup" aria-labelledby={name}>
        {CHOICES.map(([value, label]) => (
          <label key={value} className="checkline">
            <input
              type="radio"
              name={name}
              checked={choice === value}
              disabled={choice === null}
              onChange={() => void choose(value)}
            />
            <span>
              {t(label)} <span className="sm t2">{about(value)}</span>
            </span>
          </label>
        ))}
      </div>
      {p.wanted > 0 && choice !== 'none' && (
        <div role="status">
          {p.state === 'fetching' && <progress max={p.wanted} value={p.here} aria-label={t('Fotos neste aparelho')} />}
          <p className="sm">
            {t('{n} de {m} fotos estão aqui', {
              n: p.here.toLocaleString('pt-BR'),
              m: p.wanted.toLocaleString('pt-BR'),
            })}
            {bytes !== null && p.state !== 'fetching' && ` · ${megabytes(bytes)}`}
          </p>
          {p.state === 'full' && (
            <p className="sm">
              {t('Falta espaço no aparelho para as outras {n}. Pedidos e preços continuam guardados.', {
                n: (p.wanted - p.here).toLocaleString('pt-BR'),
              })}
            </p>
          )}
          {p.state === 'offline' && <p className="sm">{t('Sem internet agora: as outras vêm quando ela voltar.')}</p>}
        </div>
      )}
    </section>
  )
}
const megabytes = (n: number) =>
  `${(n / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: n < 10 * 1024 * 1024 ? 1 : 0 })} MB`
/** What the site holds of the device's room, and whether the browser may take it away by itself. */
function Room() {
  const [space, setSpace] = useState<Awaited<ReturnType<typeof room>>>(null)
  const [lasting, setLasting] = useState<boolean | null>(null)
  const p = photos.use()
  useEffect(() => {
    void room().then(setSpace)
    void navigator.storage?.persisted?.().then(setLasting)
  }, [p.state])
  const ask = async () => setLasting((await navigator.storage?.persist?.()) ?? false)
  return (
    <section className="sect">
      <h2>{t('Espaço')}</h2>
      {space && (
        <p>
          {t('{used} em uso; o navegador deixa usar até {most}.', {
            used: megabytes(space.used),
            most: megabytes(space.most),
          })}
        </p>
      )}
      {lasting === true && <p>{t('O navegador não apaga estes dados por conta própria.')}</p>}
      {lasting === false && (
        <>
          <p>{t('Se faltar espaço, o navegador pode apagar o que está aqui.')}</p>
          <div>
            <button type="button" className="btn sec" onClick={() => void ask()}>
              {t('Pedir que não apague')}
            </button>
          </div>
        </>
      )}
    </section>
  )
}
