// What is loaded when it is needed. A file that does not come, without a network or because a newer build has taken its
// place, leaves the page as it is: in its own place stands why, and the way on is a tap.
import { type ComponentProps, type ComponentType, type LazyExoticComponent, lazy as later } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { t } from './i18n.ts'
import { siteName } from './site.ts'
import { Icon } from './ui/Icon.tsx'
import { notify } from './ui/snack.tsx'

const lazyOr =
  (instead: ComponentType) =>
  // biome-ignore lint: any component
  <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> =>
    later(() => load().catch(() => ({ default: instead as unknown as C })))
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
/** In the place of a page. */
export const MissingPage = () => (
  <main>
    <Missing />
  </main>
)
/** What fills a place on the page. */
export const lazy = lazyOr(Missing)
/** A part beside a page. Without its file the snackbar says so; after an error while rendering only the part is absent. */
// biome-ignore lint: any component
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) =>
  lazyOr(() => null)(() => load().then(({ default: Part }) => ({ default: withoutErrors(Part) })))
// biome-ignore lint: any component
const withoutErrors = <C extends ComponentType<any>>(Part: C): C =>
  ((props: ComponentProps<C>) => (
    <ErrorBoundary>
      <Part {...props} />
    </ErrorBoundary>
  )) as unknown as C
addEventListener('vite:preloadError', () => notify(sentence(), { label: t('Tentar de novo'), run: reload }))
