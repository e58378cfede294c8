// What is loaded when it is needed. A file that does not come, without a network or because a newer build has taken its
// place, leaves the page as it is: in its own place stands why, and the way on is a tap.
import { type ComponentType, type LazyExoticComponent, lazy as later } from 'react'
import { t } from './i18n.ts'
import { siteName } from './site.ts'
import { Icon } from './ui/Icon.tsx'
import { notify } from './ui/snack.tsx'

// biome-ignore lint: any component
export const lazy = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> =>
  later(() => load().catch(() => ({ default: Missing as unknown as C })))
const reload = () => location.reload()
const sentence = () => t('Esta parte ainda não está aqui: falta internet, ou chegou uma versão nova.')
function Missing() {
  return (
    <div className="empty" role="alert">
      <h1 className="sr">{siteName()}</h1>
      <span className="art">
        <Icon name="offline" />
      </span>
      <p>{sentence()}</p>
      <button type="button" className="btn sec" onClick={reload}>
        {t('Tentar de novo')}
      </button>
    </div>
  )
}
/** Said where something small did not come, too: a dialog has no place of its own on the page. */
addEventListener('vite:preloadError', () => notify(sentence(), { label: t('Tentar de novo'), run: reload }))
