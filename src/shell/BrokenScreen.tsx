// What a screen shows after an error while rendering. It reads stores, not props, because any part of the tree may be
// the broken one; its links load the page again, because the state in memory may be what broke it.
import { cart } from '#features/carts/web/index.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { boot } from './boot.ts'
import { chatHref, chatPhone, currentViewer, sellers, viewerOf, type Viewer } from './viewer.ts'

const CART = '/dashboard/shoppingcart'
/** The signed-in viewer, else the visitor that the page was made for. */
function viewerHere(): Viewer | null {
  return currentViewer() ?? (boot.account ? viewerOf(boot.account) : null)
}
/** The value, or null when reading it fails as well. */
function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
function homeOf(viewer: Viewer | null): { href: string; label: string } {
  if (!viewer?.company) return { href: '/mobi', label: t('Voltar ao início') }
  return {
    href: viewer.level === 3 ? '/pedidos' : '/dashboard/products?view=vitrine',
    label: t('Voltar ao catálogo'),
  }
}
export function BrokenScreen() {
  const lines = cart.use().lines.length
  return (
    <div className="empty" role="alert">
      <span className="art">
        <Icon name="warn" />
      </span>
      <h1>{t('Esta tela parou de funcionar')}</h1>
      <p>
        {lines > 0
          ? t('O erro é nosso. Os itens do seu pedido continuam salvos neste aparelho.')
          : t('O erro é nosso. O que já foi salvo não se perdeu.')}
      </p>
      <button type="button" className="btn pri" onClick={() => location.reload()}>
        {t('Recarregar')}
      </button>
      <WaysOn />
    </div>
  )
}
/** Links to the cart, the catalogue and the chat. */
function WaysOn() {
  const lines = cart.use().lines.length
  const viewer = attempt(viewerHere)
  const home = homeOf(viewer)
  const talks = viewer && viewer.level >= 2 && attempt(() => chatPhone(viewer, sellers.get()))
  return (
    <>
      {lines > 0 && location.pathname !== CART && (
        <a className="btn sec" href={CART}>
          {t('Ver pedido')}
        </a>
      )}
      <a className="btn sec" href={home.href}>
        {home.label}
      </a>
      {talks && (
        <a className="btn sec" href={chatHref(viewer, sellers.get())} target="_blank" rel="noreferrer">
          <Icon name="whatsapp" />
          <span>{t('Conversar via whatsapp')}</span>
        </a>
      )}
    </>
  )
}
/** In place of everything, where no part of the frame is drawn. */
export const BrokenPage = () => (
  <main>
    <BrokenScreen />
  </main>
)
/** In place of the toolbar. */
export const BrokenBar = () => (
  <nav className="row g2 wrap page">
    <WaysOn />
  </nav>
)
