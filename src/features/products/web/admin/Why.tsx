import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { listUsers } from '#features/users/contract.ts'
import { showCents } from '#shared/money.ts'
import { call, callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Chip } from '#web/ui/Chips.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Product } from '../../contract.ts'
import { explainProduct, type Step } from '../../many/contract.ts'

const SENTENCES: Record<Step['code'], { text: string; fix: 'user' | 'product' | 'company' }> = {
  blocked: { text: 'A pessoa está bloqueada.', fix: 'user' },
  inactive: { text: 'O produto está fora da vitrine.', fix: 'product' },
  categories_hidden: { text: 'Todas as categorias do produto ({list}) estão escondidas desta pessoa.', fix: 'user' },
  no_stock: { text: 'A pessoa não vê o que está sem estoque, e este acabou.', fix: 'user' },
  price_hidden: { text: 'Os preços estão escondidos desta pessoa.', fix: 'user' },
  tables_off: { text: 'A pessoa tem a tabela {n}, mas a empresa não usa tabelas.', fix: 'company' },
  no_price: { text: 'O produto não tem preço: aparece como sob consulta.', fix: 'product' },
  table: { text: 'Preço da tabela {n}: {price}.', fix: 'user' },
  table_empty: { text: 'A tabela {n} está vazia neste produto: vale o preço 1, {price}.', fix: 'product' },
  variations_differ: { text: 'Algumas variações têm preço próprio ou acréscimo.', fix: 'product' },
  promo: { text: 'A promoção vale: {price}.', fix: 'product' },
  promo_off: { text: 'Há promoção, mas a empresa não usa preços promocionais.', fix: 'company' },
  promo_high: { text: 'A promoção ({price}) não é menor que o preço desta pessoa, e não vale.', fix: 'product' },
  promo_dates: { text: 'A promoção está fora das datas: {dates}.', fix: 'product' },
  exchange: { text: 'Vezes o câmbio: {rate}.', fix: 'company' },
  margin: { text: 'Mais a margem desta pessoa: {n}%.', fix: 'user' },
}
/** "Por que ele não vê isto?": a person and this product; every rule, with the way to change it. */
export function Why({ product }: { product: Product }) {
  const [words, setWords] = useState('')
  const [person, setPerson] = useState<{ id: number; name: string } | null>(null)
  const people = useQuery({
    queryKey: ['users', 'why', words],
    queryFn: () => callList(listUsers, { query: { name: words.trim(), limit: 8 } }),
    enabled: words.trim().length >= 2,
  })
  const answer = useQuery({
    queryKey: ['products', 'why', product.id, person?.id],
    queryFn: () => call(explainProduct, { params: { id: product.id }, query: { user_id: person?.id as number } }),
    enabled: person !== null,
    staleTime: 0,
  })
  const href = (fix: 'user' | 'product' | 'company') =>
    fix === 'user' ? `/dashboard/users/${person?.id}` : fix === 'company' ? '/dashboard/mycompany?section=precos' : ''
  const data = answer.data
  return (
    <section className="sect">
      <h2>{t('Por que ele não vê isto?')}</h2>
      <SearchBox
        label={t('Cliente ou vendedor')}
        placeholder={t('Cliente ou vendedor')}
        value={words}
        onChange={setWords}
      />
      {words.trim().length >= 2 && (
        <div className="chips chipsrow wrap">
          {people.data?.rows
            .filter((u) => u.level >= 2)
            .map((u) => (
              <Chip
                key={u.id}
                on={person?.id === u.id}
                onClick={() => setPerson({ id: u.id, name: u.company_name || u.name })}
              >
                {u.company_name || u.name}
              </Chip>
            ))}
          {people.data?.rows.length === 0 && <span className="t2 sm">{t('Ninguém com estas palavras.')}</span>}
        </div>
      )}
      {person && data && (
        <div className={`note ${data.visible ? 'ok' : 'warn'}`} role="status">
          <div>
            <p className="b">
              {!data.visible
                ? t('{name} não vê este produto.', { name: person.name })
                : data.price === null
                  ? t('{name} vê este produto, sem preço.', { name: person.name })
                  : t('{name} vê este produto por {price}.', {
                      name: person.name,
                      price: showCents(data.price, data.currency),
                    })}
            </p>
            <ul>
              {data.steps.map((s) => {
                const { text, fix } = SENTENCES[s.code]
                return (
                  <li key={s.code}>
                    {t(text, s.values)} {href(fix) && <Link href={href(fix)}>{t('Mudar')}</Link>}
                  </li>
                )
              })}
            </ul>
          </div>
        </div>
      )}
    </section>
  )
}
