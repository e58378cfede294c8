// What a screen shows after an error while rendering. It reads stores, not props, because any part of the tree may be
// the broken one; its links load the page again, because the state in memory may be what broke it.
import { cart } from '#features/carts/web/index.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { boot } from './boot.ts'
import { chatHref, chatPhone, currentViewer, sellers, viewerOf } from './viewer.ts'

export const CART = '/dashboard/shoppingcart'
/** The signed-in viewer, else the visitor that the page was made for. */
export const viewerHere = () => currentViewer() ?? (boot.account ? viewerOf(boot.account) : null)
export const BrokenScreen = () => (
  <div className="empty" role="alert">
    <span className="art">
      <Icon name="warn" />
    </span>
    <h1>{t('Esta tela parou de funcionar')}</h1>
    <p>{t('O erro é nosso. O que já estava salvo neste aparelho, como os itens do seu pedido, não se perdeu.')}</p>
    <button type="button" className="btn pri" onClick={() => location.reload()}>
      {t('Recarregar')}
    </button>
    <WaysOn />
  </div>
)
/** Links to the cart, the catalogue and the chat. */
function WaysOn() {
  const viewer = viewerHere()
  const list = sellers.get()
  return (
    <>
      {cart.use().lines.length > 0 && location.pathname !== CART && (
        <a className="btn sec" href={CART}>
          {t('Ver pedido')}
        </a>
      )}
      <a
        className="btn sec"
        href={viewer?.isClient ? '/pedidos' : viewer?.company ? '/dashboard/products?view=vitrine' : '/mobi'}
      >
        {viewer?.company ? t('Voltar ao catálogo') : t('Voltar ao início')}
      </a>
      {viewer && viewer.level >= 2 && chatPhone(viewer, list) && (
        <a className="btn sec" href={chatHref(viewer, list)} target="_blank" rel="noreferrer">
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
