import type { Choice } from '../contract.ts'
import { t, tn } from '#web/i18n.ts'

export interface Over {
  over: { products: number; sellers: number; price_tables: number }
  plan: string
  sellers: { id: number; name: string }[]
}
/** A smaller plan: the admin says what rests. Nothing is deleted. */
export function OverChoice({
  over: o,
  limits,
  rest,
  onRest,
}: {
  over: Over
  limits: { products: number; sellers: number }
  rest: Choice
  onRest: (r: Choice) => void
}) {
  const kept = rest.keep_sellers ?? []
  return (
    <section className="overbox" role="alert">
      <p className="b">
        {t('O plano {name} é menor do que o que você usa. Escolha o que fica inativo; nada é apagado.', {
          name: o.plan,
        })}
      </p>
      {o.over.products > 0 && (
        <fieldset className="spaced">
          <legend>{tn(o.over.products, '{n} produto fica inativo:', '{n} produtos ficam inativos:')}</legend>
          <label className="checkline">
            <input
              type="radio"
              name="rest"
              checked={rest.products === 'unsold'}
              onChange={() => onRest({ ...rest, products: 'unsold' })}
            />
            {t('os que menos venderam')}
          </label>
          <label className="checkline">
            <input
              type="radio"
              name="rest"
              checked={rest.products === 'oldest'}
              onChange={() => onRest({ ...rest, products: 'oldest' })}
            />
            {t('os mais antigos')}
          </label>
        </fieldset>
      )}
      {o.over.sellers > 0 && (
        <fieldset className="spaced">
          <legend>
            {tn(
              limits.sellers,
              'Escolha {n} vendedor que continua entrando:',
              'Escolha {n} vendedores que continuam entrando:',
            )}
          </legend>
          {o.sellers.map((s) => (
            <label className="checkline" key={s.id}>
              <input
                type="checkbox"
                checked={kept.includes(s.id)}
                disabled={!kept.includes(s.id) && kept.length >= limits.sellers}
                onChange={(e) =>
                  onRest({ ...rest, keep_sellers: e.target.checked ? [...kept, s.id] : kept.filter((k) => k !== s.id) })
                }
              />
              {s.name}
            </label>
          ))}
        </fieldset>
      )}
      {o.over.price_tables > 0 && (
        <label className="checkline">
          <input
            type="checkbox"
            checked={rest.price_tables === 'first'}
            onChange={(e) =>
              onRest(
                e.target.checked
                  ? { ...rest, price_tables: 'first' }
                  : (({ price_tables: _, ...others }) => others)(rest),
              )
            }
          />
          {t('Clientes de tabelas que o plano não tem passam a comprar pela tabela 1')}
        </label>
      )}
    </section>
  )
}
