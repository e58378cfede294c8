// The first screen of the public catalogue, as the server draws it: no router, no storage, no style attribute.
// The browser draws the same from the page's data and takes its place.
import { renderToString } from 'react-dom/server'
import type { Company } from '#features/companies/contract.ts'
import type { First } from '#features/storefront/screen.ts'
// Not by the front doors: behind them stands what reads the browser.
import { CategoryTiles, FilterButton, ListTitle, SearchField } from '#features/catalogue/web/CatalogueHead.tsx'
import { ProductCard } from '#features/products/web/ProductCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { t } from '#web/i18n.ts'
import { Strips } from './Strips.tsx'
import { Banner, CartButton, Toolbar } from './Toolbar.tsx'

/** What a phone and a laptop show before they scroll; the rest follows with the script. */
const DRAWN = 12

export function FirstScreen({ company, categories, products, total, tags, currency, orders, promos }: First) {
  const tops = categories.filter((c) => c.master_id === null && c.products > 0)
  const context = { currency, orders, onAdd: () => {} }
  return (
    <>
      <Toolbar company={company} home="/pedidos" search={<SearchField value="" />}>
        <CartButton count={0} />
        <button type="button" className="ib" aria-label={t('Mais opções')}>
          <Icon name="more" />
        </button>
      </Toolbar>
      <main className="main">
        <h1 className="sr">{company.name}</h1>
        <Strips company={company} promos={promos} />
        <Banner company={company} />
        <div className="page">
          <search className="find">
            <SearchField value="" />
            {tags.length > 0 && <FilterButton used={0} />}
          </search>
          <CategoryTiles categories={tops} chosen={null} drawn={5} />
          {tags.length > 0 && (
            <div className="chips chipsrow tags">
              {tags.map((x) => (
                <button type="button" className="chip" key={x}>
                  {x}
                </button>
              ))}
            </div>
          )}
          <div className="row between titlerow">
            <ListTitle title={t('Todos os produtos')} total={total} />
            <span className="row sm sorter">
              <Icon name="sort" size="s" />
              {t('Destaques')}
            </span>
          </div>
          <div className="grid">
            {products.slice(0, DRAWN).map((p, i) => (
              <ProductCard key={p.id} product={p} eager={i < 2} inCart={0} context={context} />
            ))}
          </div>
        </div>
      </main>
    </>
  )
}
/** Other pages that visitors see begin with the bar; the rest comes with the script. */
export const renderBar = (company: Company) =>
  renderToString(
    <>
      <Toolbar company={company} home="/pedidos" search={<SearchField value="" />} />
      <main className="main">
        <Strips company={company} promos={{ count: 0, until: null }} />
      </main>
    </>,
  )
export const render = (first: First) => renderToString(<FirstScreen {...first} />)
