import { Link, useLocation } from 'wouter'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import type { Viewer } from './viewer.ts'

interface Item {
  name: string
  icon: IconName
  /** Module and state make the address. */
  module: string
  state: string
  type: 'link' | 'special'
  badge?: { type: 'count'; value: number }
}
/** Menu entries of a level (specification §2 "Side menu"); an entry appears when its screen exists. */
function menuOf(v: Viewer, inCart: number): { title: string; items: Item[] }[] {
  const item = (name: string, icon: IconName, module: string, state: string, badge?: number): Item => ({
    name,
    icon,
    module,
    state,
    type: 'link',
    ...(badge && { badge: { type: 'count' as const, value: badge } }),
  })
  const catalogue = [item(t('Categorias'), 'grid', 'dashboard', 'categories'), item(t('Produtos'), 'tag', 'dashboard', 'products')]
  const cart = v.orders ? [item(t('Carrinho'), 'bag', 'dashboard', 'shoppingcart', inCart)] : []
  if (v.level <= 0) return []
  const selling = { title: '', items: [...catalogue, item(t('Pedidos'), 'box', 'dashboard', 'orders'), ...cart] }
  if (v.level === 2) return [selling]
  if (v.level === 1)
    return [
      selling,
      {
        title: t('Empresa'),
        items: [
          item(t('Usuários'), 'people', 'dashboard', 'users'),
          item(t('Sua empresa'), 'building', 'dashboard', 'mycompany'),
          item(t('Integração Excel'), 'sheet', 'dashboard', 'excel'),
        ],
      },
    ]
  const mine = v.isPublic ? item(t('Pedidos deste aparelho'), 'box', 'pedidos', 'meus') : item(t('Meus pedidos'), 'box', 'pedidos', 'meus')
  return [
    { title: '', items: [...catalogue, ...cart] },
    { title: t('Pedidos'), items: [item(t('Catálogo'), 'picture', 'pedidos', ''), mine] },
  ]
}
const hrefOf = (i: Item) => `/${i.module}${i.state ? `/${i.state}` : ''}`

function Items({ viewer, inCart, onSignOut, onChosen }: { viewer: Viewer; inCart: number; onSignOut: () => void; onChosen?: (() => void) | undefined }) {
  const [path] = useLocation()
  return (
    <>
      <p className="who">
        <b>{viewer.isPublic ? viewer.company?.name : viewer.user.name}</b>
        {viewer.isPublic ? t('Visitante') : [t('Operador'), t('Administrador'), t('Vendedor'), t('Cliente')][Math.max(0, viewer.level)]}
      </p>
      {menuOf(viewer, inCart).map((group) => (
        <div key={group.title}>
          {group.title && <p className="sec">{group.title}</p>}
          <ul>
            {group.items.map((i) => (
              <li key={i.name}>
                <Link
                  href={hrefOf(i)}
                  className="it"
                  aria-current={path === hrefOf(i) || (path.startsWith(`${hrefOf(i)}/`) && i.state !== '') ? 'page' : undefined}
                  onClick={() => {
                    // Specification §2: Produtos while already there loads the list anew.
                    if (path === hrefOf(i) && i.state === 'products') location.reload()
                    onChosen?.()
                  }}
                >
                  <Icon name={i.icon} />
                  {i.name}
                  {i.badge && <span className="bd">{i.badge.value}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="foot">
        {viewer.isPublic && (
          <Link href="/session/signin" className="it" onClick={onChosen}>
            <Icon name="key" />
            {t('Entrar')}
          </Link>
        )}
        <button type="button" className="it" onClick={onSignOut}>
          <Icon name="exit" />
          {t('Sair')}
        </button>
      </div>
    </>
  )
}
interface Props {
  viewer: Viewer
  inCart: number
  mode: 'side' | 'over'
  onClose: () => void
  onSignOut: () => void
}
export function SideMenu({ mode, onClose, ...rest }: Props) {
  if (mode === 'side') {
    return (
      <nav className="menu" aria-label={t('Menu')}>
        <Items {...rest} />
      </nav>
    )
  }
  return (
    <Modal className="menu" label={t('Menu')} onClose={onClose}>
      <Items {...rest} onChosen={onClose} />
    </Modal>
  )
}
