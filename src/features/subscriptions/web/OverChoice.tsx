import type { Choice } from '../contract.ts'
import { t, tn } from '#web/i18n.ts'

export interface Over {
  over: { products: number; sellers: number; price_tables: number; admins: number; clients: number }
  plan: string
  sellers: Person[]
  admins: Person[]
  most_admins: number
}
interface Person {
  id: number
  name: string
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
        <Keep
          legend={tn(
            limits.sellers,
            'Escolha {n} vendedor que continua entrando:',
            'Escolha {n} vendedores que continuam entrando:',
          )}
          people={o.sellers}
          most={limits.sellers}
          kept={rest.keep_sellers ?? []}
          onKeep={(keep_sellers) => onRest({ ...rest, keep_sellers })}
        />
      )}
      {o.over.admins > 0 && (
        <Keep
          legend={tn(
            o.most_admins,
            'Escolha {n} administrador que continua entrando:',
            'Escolha {n} administradores que continuam entrando:',
          )}
          people={o.admins}
          most={o.most_admins}
          kept={rest.keep_admins ?? []}
          onKeep={(keep_admins) => onRest({ ...rest, keep_admins })}
        />
      )}
      {o.over.clients > 0 && (
        <fieldset className="spaced">
          <legend>
            {tn(
              o.over.clients,
              '{n} cliente deixa de entrar com senha (o cadastro e os pedidos dele continuam):',
              '{n} clientes deixam de entrar com senha (os cadastros e os pedidos deles continuam):',
            )}
          </legend>
          {(['idle', 'newest'] as const).map((which) => (
            <label className="checkline" key={which}>
              <input
                type="radio"
                name="rest-clients"
                checked={rest.clients === which}
                onChange={() => onRest({ ...rest, clients: which })}
              />
              {which === 'idle' ? t('os que há mais tempo não pedem') : t('os cadastrados por último')}
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
/** People of whom some go on signing in. */
function Keep({
  legend,
  people,
  most,
  kept,
  onKeep,
}: {
  legend: string
  people: Person[]
  most: number
  kept: number[]
  onKeep: (ids: number[]) => void
}) {
  return (
    <fieldset className="spaced">
      <legend>{legend}</legend>
      {people.map((p) => (
        <label className="checkline" key={p.id}>
          <input
            type="checkbox"
            checked={kept.includes(p.id)}
            disabled={!kept.includes(p.id) && kept.length >= most}
            onChange={(e) => onKeep(e.target.checked ? [...kept, p.id] : kept.filter((k) => k !== p.id))}
          />
          {p.name}
        </label>
      ))}
    </fieldset>
  )
}
