import { Suspense, useEffect, useId, useState } from 'react'
import { catalogue } from '#features/products/web/index.ts'
import { isApp, isApple } from '#web/app.ts'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { Unfolds } from '#web/ui/Unfolds.tsx'
import { type PhotoChoice, tell, told } from '#web/worker-state.ts'
import { dropPhotos, room } from '#web/worker.ts'
import { choiceOf } from '../Device.tsx'
import { bringPhotos, photoBytes, photos, wanted } from '../photos.ts'
import type { Viewer } from '../viewer.ts'
import { DeviceState, megabytes } from './DeviceState.tsx'
import '#web/styles/kit.css'
import '#web/ui/Progress.css'
import '#web/ui/Section.css'

const NoticeSettings = lazy(() => import('#features/notices/web/NoticeSettings.tsx'))

/** What of the company is on this device, how to have it as an app, and which photos stay. */
export default function DevicePage({ viewer }: { viewer: Viewer }) {
  return (
    <div className="page narrow col g3">
      <h1>{t('Neste aparelho')}</h1>
      <DeviceState hide_price={viewer.hide_price} />
      <Install name={viewer.company?.name ?? ''} />
      {!viewer.isPublic && (
        <Suspense>
          <NoticeSettings level={viewer.level} />
        </Suspense>
      )}
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
  if (done) return null
  return (
    <section className="sect">
      <h2>{t('Aplicativo')}</h2>
      {offer ? (
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
  const chosen = CHOICES.find(([value]) => value === choice)?.[1] ?? ''
  const said = [chosen && t(chosen), p.wanted > 0 && bytes !== null && choice !== 'none' && megabytes(bytes)]
  return (
    <Unfolds
      title={t('Fotos')}
      about={said.filter(Boolean).join(' · ')}
      open={p.state === 'full' || p.state === 'fetching'}
    >
      <div role="radiogroup" aria-label={t('Fotos')}>
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
    </Unfolds>
  )
}
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
  if (!space && lasting === null) return null
  return (
    <Unfolds title={t('Espaço')} about={space ? t('{used} em uso', { used: megabytes(space.used) }) : ''} open={false}>
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
    </Unfolds>
  )
}
