import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { cart, CartBar } from '#features/carts/web/index.ts'
import { SearchField, typed } from '#features/products/web/index.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Snackbar } from '#web/ui/snack.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { SideMenu } from './SideMenu.tsx'
import { Banner, CartButton, Toolbar } from './Toolbar.tsx'
import { chatHref, chatPhone, isAdminList, sellers, type Viewer } from './viewer.ts'

const wide = () => matchMedia('(min-width: 960px)')
function useWide(): boolean {
  const [is, setIs] = useState(() => wide().matches)
  useEffect(() => {
    const m = wide()
    const on = () => setIs(m.matches)
    m.addEventListener('change', on)
    return () => m.removeEventListener('change', on)
  }, [])
  return is
}
function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine)
  useEffect(() => {
    const on = () => setOnline(navigator.onLine)
    addEventListener('online', on)
    addEventListener('offline', on)
    return () => {
      removeEventListener('online', on)
      removeEventListener('offline', on)
    }
  }, [])
  return online
}
const OVER = /^\/(apps\/(calendar|messages|media)|maps\/leaflet)(\/|$)/
/** Toolbar, menu, page, cart bar: around every screen of somebody who is in. */
export function Shell({ viewer, onSignOut, children }: { viewer: Viewer; onSignOut: () => void; children: ReactNode }) {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const isWide = useWide()
  // Side mode is open by default except for clients; over everything on some screens at every width (specification §2).
  const side = isWide && !OVER.test(path)
  const [open, setOpen] = useState({ side: viewer.level < 3, over: false })
  const mode = side ? 'side' : 'over'
  const online = useOnline()
  const c = cart.use()
  const list = sellers.use()
  const words = typed.use()
  const company = viewer.company
  const catalogue = (path === '/dashboard/products' && !(viewer.level === 1 && isAdminList(query))) || path === '/pedidos'
  const bar = catalogue && viewer.orders && c.lines.length > 0
  const settings = company?.settings
  const chat = !!company && viewer.level >= 2 && settings?.show_whatsapp_in_toolbar !== false && chatPhone(viewer, list) !== ''
  const search = (
    <SearchField
      value={words}
      onChange={(text) => {
        typed.set(text)
        if (!catalogue && path !== '/dashboard/products' && text) navigate(viewer.isClient ? '/pedidos' : '/dashboard/products')
      }}
    />
  )
  return (
    <>
      {!online && (
        <p className="offline" role="status">
          {t('Sem internet. O que já foi carregado continua aqui; pedidos são enviados quando ela voltar e você tocar em Enviar.')}
        </p>
      )}
      <Toolbar
        company={company ?? { name: 'Mostruário', logo: '' }}
        home={viewer.isClient ? '/pedidos' : '/mobi'}
        onMenu={() => setOpen({ ...open, [mode]: !open[mode] })}
        search={viewer.level > 0 ? search : undefined}
      >
        {chat && (
          <a className="ib" href={chatHref(viewer, list)} target="_blank" rel="noreferrer" aria-label={t('Conversar via WhatsApp')}>
            <Icon name="whatsapp" />
          </a>
        )}
        {viewer.orders && viewer.level >= 2 && <CartButton count={c.lines.length} />}
        <MoreMenu viewer={viewer} chatShown={chat} onSignOut={onSignOut} />
      </Toolbar>
      <div className="shell">
        {open[mode] && <SideMenu viewer={viewer} inCart={c.lines.length} mode={mode} onClose={() => setOpen({ ...open, [mode]: false })} onSignOut={onSignOut} />}
        <main className={`main${bar ? ' withbar' : ''}`}>
          {catalogue && company && <Banner company={company} />}
          {children}
        </main>
      </div>
      {bar && company && <CartBar company={company} currency={viewer.currency} hide_price={viewer.hide_price} />}
      <Snackbar high={bar || (path === '/dashboard/shoppingcart' && c.lines.length > 0)} />
    </>
  )
}
