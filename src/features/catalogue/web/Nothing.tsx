// Nothing answers what is looked for: what comes near, where else to look, and whom to tell.
import { useEffect, useMemo, useState } from 'react'
import type { Category } from '#features/categories/contract.ts'
import type { Product } from '#features/products/contract.ts'
import { fold } from '#features/products/search.ts'
import { catalogue } from '#features/products/web/index.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import { findOnServer } from './ask.ts'
import { ProductRow, type Shelf } from './ProductRow.tsx'
import { findOnDevice, type Wish } from './wishes.ts'

export interface Near extends Shelf {
  categories: Category[]
  onChoose: (category: number) => void
  /** To whoever sells, with these words; absent where nobody answers. */
  chatHref?: ((words: string) => string) | undefined
}
const MOST = 6
const ANYWHERE = { category_id: null, tag: '', promo: false }
/** The typed words one by one, the longest first, and each without its plural. */
const wordsOf = (name: string): string[] =>
  fold(name)
    .split(' ')
    .filter((w) => w.length > 2)
    .toSorted((a, b) => b.length - a.length)
    .flatMap((w) => (w.endsWith('s') ? [w, w.slice(0, -1)] : [w]))
    .slice(0, 4)
/** What answers one of the words, wherever it stands. */
function useNear(wish: Wish): Product[] {
  const c = catalogue.use()
  const words = useMemo(() => wordsOf(wish.name), [wish.name])
  const { order, client_id } = wish
  const here = useMemo(() => {
    for (const name of c.complete ? words : []) {
      const rows = findOnDevice(c.products, { ...ANYWHERE, name, order, client_id }, null)
      if (rows.length > 0) return rows
    }
  }, [c.complete, c.products, words, order, client_id])
  const [asked, setAsked] = useState<Product[]>([])
  const asks = !c.complete
  useEffect(() => {
    const control = new AbortController()
    const look = async () => {
      for (const name of words) {
        const { rows } = await findOnServer({ ...ANYWHERE, name, order, client_id }, 1, control.signal)
        if (rows.length > 0) return setAsked(rows)
      }
    }
    if (asks) void look().catch(() => {})
    return () => control.abort()
  }, [words, asks, order, client_id])
  return (here ?? (asks ? asked : [])).slice(0, MOST)
}
/** What stands first on the shelf, for a reader whose catalogue is all here. */
function useFirst({ order, client_id }: Wish): Product[] {
  const c = catalogue.use()
  return useMemo(
    () =>
      (c.complete ? findOnDevice(c.products, { ...ANYWHERE, name: '', order, client_id }, null) : []).slice(0, MOST),
    [c.complete, c.products, order, client_id],
  )
}
export default function Nothing({
  wish,
  categories,
  onChoose,
  chatHref,
  clear,
  ...shelf
}: Near & { wish: Wish; clear: () => void }) {
  const near = useNear(wish)
  const first = useFirst(wish)
  const offered = near.length > 0 ? near : first
  const { name } = wish
  const narrowed = name || wish.category_id !== null || wish.tag || wish.promo
  return (
    <>
      <Empty icon="search">
        <p>
          {name
            ? t('Nada com “{name}”.', { name })
            : narrowed
              ? t('Nada por aqui com estes filtros.')
              : t('Este catálogo ainda não tem produtos.')}
        </p>
        {narrowed && (
          <button type="button" className="btn sec" onClick={clear}>
            {t('Ver todos os produtos')}
          </button>
        )}
        {name && chatHref && (
          <a
            className="btn wa"
            href={chatHref(t('Olá! Procurei “{name}” no catálogo e não encontrei.', { name }))}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="whatsapp" size="s" />
            {t('Avise o vendedor')}
          </a>
        )}
      </Empty>
      {name && offered.length > 0 && (
        <section>
          <h2 className="titlerow">{near.length > 0 ? t('Parecidos') : t('Veja também')}</h2>
          <ProductRow row={offered} eager={false} {...shelf} />
        </section>
      )}
      {name && categories.length > 0 && (
        <section>
          <h2 className="titlerow">{t('Procure por categoria')}</h2>
          <div className="row wrap">
            {categories.map((c) => (
              <button
                type="button"
                className="chip"
                key={c.id}
                onClick={() => {
                  clear()
                  onChoose(c.id)
                }}
              >
                {c.name}
              </button>
            ))}
          </div>
        </section>
      )}
    </>
  )
}
