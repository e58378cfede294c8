import { pictureAt } from '#shared/picture.ts'
import type { ReactNode } from 'react'
import type { Company } from '#features/companies/contract.ts'
import { t, tn } from '#web/i18n.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { Icon } from '#web/ui/Icon.tsx'

interface Props {
  company: Pick<Company, 'name' | 'logo'>
  home: string
  onMenu?: (() => void) | undefined
  search?: ReactNode
  /** On phones a button opens the search's field in the bar. */
  seeking?: boolean | undefined
  onSeek?: ((open: boolean) => void) | undefined
  children?: ReactNode
}
export function Toolbar({ company, home, onMenu, search, seeking = false, onSeek, children }: Props) {
  return (
    <header className={seeking ? 'bar seeking' : 'bar'}>
      <button type="button" className="ib" aria-label={t('Abrir menu')} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <Brand href={home} name={company.name} logo={company.logo} />
      {search ?? <span className="grow" />}
      {search && (
        <button
          type="button"
          className="ib seek"
          aria-label={seeking ? t('Fechar a busca') : t('Buscar')}
          onClick={() => onSeek?.(!seeking)}
        >
          <Icon name={seeking ? 'back' : 'search'} />
        </button>
      )}
      {children}
    </header>
  )
}
export function CartButton({ count }: { count: number }) {
  return (
    <a
      className="ib"
      href="/dashboard/shoppingcart"
      aria-label={count ? tn(count, 'Carrinho, {n} item', 'Carrinho, {n} itens') : t('Carrinho')}
    >
      <Icon name="bag" />
      {count > 0 && <span className="n">{count}</span>}
    </a>
  )
}
export function Banner({ company }: { company: Company }) {
  const { banner_mobile: mobile, banner_desktop: desktop } = company.settings
  const source = mobile || desktop
  if (!source) return null
  return (
    <picture className="banner-img">
      {desktop && <source media="(min-width: 960px)" srcSet={pictureAt(desktop, 1600)} />}
      <img src={pictureAt(source, 800)} alt="" width="375" height="100" fetchPriority="high" />
    </picture>
  )
}
