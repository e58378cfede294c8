import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Company, Seller } from '#features/companies/contract.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { Choices } from '#web/ui/Chips.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useDebounced } from '#web/useDebounced.ts'
import { useForm } from '#web/useForm.ts'
import { useListState } from '#web/useListState.ts'
import { planMaterial } from '../contract.ts'
import { type Kind, KINDS } from '../rules.ts'
import { Options } from './Options.tsx'
import { Preview } from './Preview.tsx'
import { type Choice, wantedOf } from './wanted.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './MaterialPage.css'

interface Props {
  company: Company
  sellers: Seller[]
  /** An admin chooses the table and whose link it is. */
  admin: boolean
  table: number
  hide_price: boolean
}
/** What sells outside of the catalogue: posters, cards to share, labels, offers, a price list. */
export default function MaterialPage(props: Props) {
  return (
    <Queries>
      <Maker {...props} />
    </Queries>
  )
}
const NAMES: Record<Kind, string> = {
  poster: 'Cartaz com QR',
  card: 'Card para divulgar',
  labels: 'Etiquetas',
  flyer: 'Ofertas do mês',
  prices: 'Lista de preços',
}
const ABOUT: Record<Kind, string> = {
  poster: 'Quem aponta a câmera abre o catálogo.',
  card: 'Uma imagem para conversas, status e redes.',
  labels: 'Em folhas Pimaco, com código de barras.',
  flyer: 'Tudo o que está em promoção hoje.',
  prices: 'Uma folha deitada, dobrada em três.',
}
const numbers = (text: string) =>
  [...new Set(text.split(',').map(Number))].filter((n) => Number.isSafeInteger(n) && n > 0)

function Maker({ company, sellers, admin, table, hide_price }: Props) {
  const here = useListState()
  const asked = here.of('tipo')
  const ids = numbers(here.of('produtos'))
  const kind: Kind = KINDS.find((k) => k === asked) ?? (ids.length > 0 ? 'card' : 'poster')
  const form = useForm<Choice>(`material:${company.id}`, {
    title: '',
    message: '',
    prices: !hide_price,
    categories: [],
    price_table: table,
    seller: '',
    poster: 'a4',
    shape: 'quadrado',
    subject: 'produto',
    model: '6180',
    start: '1',
    copies: '1',
    symbol: 'ean',
    wrong: 'code128',
  })
  const [page, setPage] = useState(1)
  const single = kind === 'card' && form.values.subject === 'produto'
  const chosen = !single || ids.length > 0
  const text = useDebounced(JSON.stringify(wantedOf(kind, form.values, ids, admin)))
  const wanted = JSON.parse(text) as Record<string, unknown>
  const plan = useQuery({
    queryKey: ['material', 'plan', text],
    queryFn: () => call(planMaterial, { typed: wanted }),
    enabled: chosen,
    placeholderData: (before) => before,
    retry: false,
  })
  const refused = isFailure(plan.error) && plan.error.status === 422 ? plan.error.errors : null
  const pages = plan.data?.pages ?? 1
  return (
    <div className="page">
      <div className="matpage">
        <div className="matmaker">
          <h1 className="h1">{t('Material de venda')}</h1>
          <div className="chips wrap" role="group" aria-label={t('Tipo de material')}>
            <Choices
              choices={KINDS.map((value) => ({ value, label: NAMES[value] }))}
              value={kind}
              onChoose={(next) => {
                setPage(1)
                here.set({ tipo: next })
              }}
            />
          </div>
          <p className="sm t2">{t(ABOUT[kind])}</p>
          <Options
            kind={kind}
            form={form}
            company={company}
            sellers={sellers}
            admin={admin}
            hide_price={hide_price}
            ids={ids}
            onIds={(next) => here.set({ tipo: kind, produtos: next.join(',') }, { replace: true })}
            errors={refused ?? {}}
          />
        </div>
        <div className="matview">
          {!chosen ? (
            <p className="note" role="status">
              <Icon name="info" size="s" />
              {t('Escolha um produto para ver o card.')}
            </p>
          ) : refused ? (
            <p className="note warn" role="alert">
              <Icon name="warn" size="s" />
              {Object.values(refused)[0]?.[0]}
            </p>
          ) : plan.isError ? (
            <Failed
              what={t('Não conseguimos preparar este material.')}
              error={plan.error}
              retry={() => void plan.refetch()}
            />
          ) : plan.data ? (
            <Preview
              key={kind}
              wanted={wanted}
              text={text}
              plan={plan.data}
              page={Math.min(page, pages)}
              onPage={setPage}
            />
          ) : (
            <Loading rows={4} />
          )}
        </div>
      </div>
    </div>
  )
}
