import { Link, useLocation } from 'wouter'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type Counts, type Group, type Item, menuOf } from './menu.ts'
import type { Viewer } from './viewer.ts'

const BADGES: Record<keyof Counts, string> = { cart: 'no carrinho', new: 'novos', messages: 'não lidas' }
interface Shared {
  viewer: Viewer
  counts: Counts
  onSignOut: () => void
}
/** The one entry whose address is this one, or stands nearest above it. */
function activeOf(groups: Group[], path: string): Item | undefined {
  const here = path.replace(/\/$/, '')
  const plain = (i: Item) => i.href.replace(/\/$/, '')
  // /pedidos is another screen than what stands below it.
  const isAbove = (href: string) => href.lastIndexOf('/') > 0 && here.startsWith(`${href}/`)
  return groups
    .flatMap((g) => g.items)
    .filter((i) => here === plain(i) || isAbove(plain(i)))
    .toSorted((a, b) => b.href.length - a.href.length)[0]
}
function Items({ viewer, counts, onSignOut, onChosen }: Shared & { onChosen?: (() => void) | undefined }) {
  const [path] = useLocation()
  const groups = menuOf(viewer, path, counts)
  const active = activeOf(groups, path)
  return (
    <>
      <p className="who">
        <b>{viewer.isPublic ? viewer.company?.name : viewer.user.name}</b>
        {viewer.isPublic
          ? t('Visitante')
          : [t('Operador'), t('Administrador'), t('Vendedor'), t('Cliente')][Math.max(0, viewer.level)]}
      </p>
      {groups.map((group) => (
        <div key={group.title}>
          {group.title && <p className="sec">{group.title}</p>}
          <ul>
            {group.items.map((i) => (
              <li key={i.name}>
                <Link
                  href={i.href}
                  className="it"
                  title={i.name}
                  aria-current={i === active ? 'page' : undefined}
                  onClick={() => {
                    // Specification §2: Produtos while already there loads the list anew.
                    if (path === '/dashboard/products' && path === i.href) location.reload()
                    onChosen?.()
                  }}
                >
                  <Icon name={i.icon} />
                  <span className="nm">{i.name}</span>
                  {i.badge && (
                    <span className="bd">
                      {i.badge.value}
                      <span className="sr"> {t(BADGES[i.badge.type])}</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="foot">
        {viewer.isPublic && (
          <Link href="/session/signin" className="it" onClick={onChosen}>
            <Icon name="person" />
            <span className="nm">{t('Entrar')}</span>
          </Link>
        )}
        <button type="button" className="it" onClick={onSignOut}>
          <Icon name="exit" />
          <span className="nm">{t('Sair')}</span>
        </button>
      </div>
    </>
  )
}
interface Props extends Shared {
  mode: 'side' | 'over'
  onClose: () => void
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
