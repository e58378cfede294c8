import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCents, showCents } from '#shared/money.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showDay } from '#shared/day.ts'
import { showSpace } from '#shared/space.ts'
import { Queries, renew } from '#web/queries.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import {
  type Coupon,
  createCoupon,
  createPlan,
  listCoupons,
  listPlans,
  type Plan,
  updateCoupon,
  updatePlan,
} from '../contract.ts'
import { roomWords } from './words.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

/** The operator's plans and coupons. */
export default function PlansPage() {
  return (
    <Queries>
      <div className="page">
        <Plans />
        <Coupons />
      </div>
    </Queries>
  )
}
function Plans() {
  const [editing, setEditing] = useState<Plan | 'new' | null>(null)
  const plans = useQuery({ queryKey: ['plans'], queryFn: () => call(listPlans) })
  return (
    <>
      <div className="head">
        <h1 className="h1">{t('Planos')}</h1>
        <button type="button" className="btn pri" onClick={() => setEditing('new')}>
          <Icon name="plus" />
          {t('Novo plano')}
        </button>
      </div>
      {plans.isPending && <Loading rows={3} />}
      {plans.isError && (
        <Failed
          what={t('Não conseguimos carregar os planos.')}
          error={plans.error}
          retry={() => void plans.refetch()}
        />
      )}
      {plans.data && (
        <div className="panel tablewrap">
          <table className="tbl">
            <thead>
              <tr>
                <th>{t('Plano')}</th>
                <th className="num">{t('Por mês')}</th>
                <th className="hide-s num">{t('Produtos')}</th>
                <th className="hide-s num">{t('Vendedores')}</th>
                <th className="hide-s num">{t('Tabelas')}</th>
                <th className="hide-m num">{t('Arquivos')}</th>
                <th className="hide-s num">{t('+100 produtos')}</th>
                <th className="hide-s num">{t('+1 vendedor')}</th>
                <th>
                  <span className="sr">{t('Alterar')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {plans.data.plans.map((p) => (
                <tr key={p.id}>
                  <td>
                    <b>{p.name}</b> {!p.active && <span className="tag">{t('Fora de venda')}</span>}
                    <span className="xs t2 smallonly">{roomWords(p)}</span>
                  </td>
                  <td className="num nowrap">{showCents(p.monthly)}</td>
                  <td className="hide-s num">{p.products.toLocaleString('pt-BR')}</td>
                  <td className="hide-s num">{p.sellers}</td>
                  <td className="hide-s num">{p.price_tables}</td>
                  <td className="hide-m num nowrap">{showSpace(p.files_mb)}</td>
                  <td className="hide-s num nowrap">{showCents(p.extra_products)}</td>
                  <td className="hide-s num nowrap">{showCents(p.extra_seller)}</td>
                  <td className="num">
                    <button
                      type="button"
                      className="btn txt small"
                      aria-label={t('Alterar {name}', { name: p.name })}
                      onClick={() => setEditing(p)}
                    >
                      {t('Alterar')}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {editing && <PlanForm plan={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  )
}
function PlanForm({ plan: p, onClose }: { plan: Plan | null; onClose: () => void }) {
  return (
    <FormDialog
      name={`plan:${p?.id ?? 'new'}`}
      title={p ? t('Alterar {name}', { name: p.name }) : t('Novo plano')}
      text={p ? t('Quem já assina mantém os limites que tem.') : ''}
      fields={[
        { key: 'name', label: t('Nome'), first: p?.name ?? '', wide: true },
        { key: 'monthly', label: t('Por mês (R$)'), first: p ? formatCents(p.monthly) : '', kind: 'decimal' },
        { key: 'products', label: t('Produtos'), first: String(p?.products ?? ''), kind: 'whole' },
        { key: 'sellers', label: t('Vendedores'), first: String(p?.sellers ?? ''), kind: 'whole' },
        { key: 'price_tables', label: t('Tabelas de preços'), first: String(p?.price_tables ?? '1'), kind: 'whole' },
        { key: 'admins', label: t('Administradores'), first: String(p?.admins ?? '3'), kind: 'whole' },
        { key: 'clients', label: t('Clientes que entram'), first: String(p?.clients ?? '5000'), kind: 'whole' },
        {
          key: 'files_mb',
          label: t('Espaço para arquivos (MB)'),
          first: String(p?.files_mb ?? '15360'),
          kind: 'whole',
        },
        {
          key: 'extra_products',
          label: t('+100 produtos (R$)'),
          first: p ? formatCents(p.extra_products) : '10,00',
          kind: 'decimal',
        },
        {
          key: 'extra_seller',
          label: t('+1 vendedor (R$)'),
          first: p ? formatCents(p.extra_seller) : '29,90',
          kind: 'decimal',
        },
        { key: 'active', label: t('À venda'), first: p?.active ?? true },
      ]}
      save={async (typed) => {
        const body = { ...typed, order: p?.order ?? 9 }
        if (p) await call(updatePlan, { params: { id: p.id }, typed: body })
        else await call(createPlan, { typed: body })
        renew('plans')
        notify(t('Salvo.'))
      }}
      onClose={onClose}
    />
  )
}
function Coupons() {
  const [editing, setEditing] = useState<Coupon | 'new' | null>(null)
  const coupons = useQuery({ queryKey: ['coupons'], queryFn: () => call(listCoupons) })
  const plans = useQuery({ queryKey: ['plans'], queryFn: () => call(listPlans) }).data?.plans ?? []
  const rows = coupons.data ?? []
  return (
    <section className="sect spaced">
      <div className="head">
        <h2>{t('Cupons')}</h2>
        <button type="button" className="btn sec" onClick={() => setEditing('new')}>
          <Icon name="plus" />
          {t('Novo cupom')}
        </button>
      </div>
      {coupons.isPending && <Loading rows={2} />}
      {coupons.isError && (
        <Failed
          what={t('Não conseguimos carregar os cupons.')}
          error={coupons.error}
          retry={() => void coupons.refetch()}
        />
      )}
      {coupons.isSuccess && rows.length === 0 && (
        <Empty icon="tag">
          <p>
            {t('Nenhum cupom. O código vai no link:')} <code>/assinar?desconto=CODIGO</code>
          </p>
        </Empty>
      )}
      {rows.length > 0 && (
        <ul className="panel">
          {rows.map((c) => (
            <li className="li" key={c.id}>
              <span className="grow">
                <b>{c.code}</b> · {formatCents(c.percent).replace(/,00$/, '')}%
                <span className="xs t2 block">
                  {[
                    c.plan_id !== null && plans.find((p) => p.id === c.plan_id)?.name,
                    c.yearly_only && t('só no anual'),
                    c.valid_until && t('até {day}', { day: showDay(c.valid_until) }),
                    c.max_uses !== null
                      ? t('{n} de {m} usos', { n: c.uses, m: c.max_uses })
                      : tn(c.uses, '{n} uso', '{n} usos'),
                    !c.active && t('desligado'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <button
                type="button"
                className="btn txt small"
                aria-label={t('Alterar {name}', { name: c.code })}
                onClick={() => setEditing(c)}
              >
                {t('Alterar')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <CouponForm coupon={editing === 'new' ? null : editing} plans={plans} onClose={() => setEditing(null)} />
      )}
    </section>
  )
}
function CouponForm({ coupon: c, plans, onClose }: { coupon: Coupon | null; plans: Plan[]; onClose: () => void }) {
  return (
    <FormDialog
      name={`coupon:${c?.id ?? 'new'}`}
      title={c ? t('Alterar {name}', { name: c.code }) : t('Novo cupom')}
      text=""
      fields={[
        { key: 'code', label: t('Código'), first: c?.code ?? '' },
        {
          key: 'percent',
          label: t('Desconto (%)'),
          first: c ? formatCents(c.percent).replace(/,00$/, '') : '',
          kind: 'decimal',
        },
        { key: 'valid_until', label: t('Vale até'), first: c?.valid_until ?? '', kind: 'date', optional: true },
        {
          key: 'max_uses',
          label: t('Usos no máximo'),
          first: c?.max_uses == null ? '' : String(c.max_uses),
          kind: 'whole',
          optional: true,
        },
        {
          key: 'plan_id',
          label: t('Plano'),
          first: String(c?.plan_id ?? ''),
          options: [
            { value: '', label: t('Qualquer plano') },
            ...plans.map((p) => ({ value: String(p.id), label: p.name })),
          ],
        },
        { key: 'yearly_only', label: t('Só no plano anual'), first: c?.yearly_only ?? false },
        {
          key: 'repeatable',
          label: t('A mesma empresa pode usar de novo'),
          first: c?.repeatable ?? false,
        },
        { key: 'active', label: t('Vale agora'), first: c?.active ?? true },
      ]}
      save={async (typed) => {
        if (c) await call(updateCoupon, { params: { id: c.id }, typed })
        else await call(createCoupon, { typed })
        renew('coupons')
        notify(t('Salvo.'))
      }}
      onClose={onClose}
    />
  )
}
