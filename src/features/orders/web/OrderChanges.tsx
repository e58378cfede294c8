// What the company's people change on an order beside its status.
import { useEffect, useEffectEvent } from 'react'
import { formatCents, showCents, showShare } from '#shared/money.ts'
import { asFailure, call } from '#web/api.ts'
import { download } from '#web/file.ts'
import { same } from '#web/merge.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { ConflictDialog } from '#web/ui/ConflictDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import type { Company } from '#features/companies/contract.ts'
import { specsLabel } from '#features/products/rules.ts'
import { type Account, useAccount } from '#web/session.ts'
import { useForm } from '#web/useForm.ts'
import { changeLines, exportOrder, mailAgain, type Order, type OrderLine, writeNote } from '../contract.ts'
import { FormButtons } from './FormButtons.tsx'
import { putOrder } from './kept.ts'
import { TermChoice } from './TermChoice.tsx'
import './OrderChanges.css'

/** Quantities by line. */
export type Asked = ReadonlyMap<number, number>
interface EditorProps {
  order: Order
  company: number
  /** What the client wants of a quote: the editor begins with that. */
  asked: Asked
  onClose: () => void
}
/** As it is typed: by line, so that what two people change in different lines is merged. */
const typedOf = (order: Order) => ({
  lines: Object.fromEntries(
    order.lines.map((l) => [
      l.line,
      { quantity: String(l.quantity), discount: l.discount_percent ? showShare(l.discount_percent) : '' },
    ]),
  ),
  discount: order.discount_percent ? showShare(order.discount_percent) : '',
  freight: order.freight ? formatCents(order.freight) : '',
  payment_term: order.payment_term,
})
/** Quantities and discount, until the order is confirmed; what changed stays in its history. Only what was changed here
 * is sent: the rest may be another by now. */
export function LinesEditor({ order, company, asked, onClose }: EditorProps) {
  const form = useForm(`items:${order.id}:${order.revision}${order.answer}`, typedOf(order))
  const { values: v, base, set, error } = form
  const terms = useAccount<Account<never, Company>>()?.company?.payment_terms ?? []
  const changed = (n: number, next: { quantity?: string; discount?: string }) => ({
    quantity: '',
    discount: '',
    ...v.lines[n],
    ...next,
  })
  const begin = useEffectEvent(() => {
    const wanted = [...asked].map(([n, pieces]) => [n, changed(n, { quantity: String(pieces) })] as const)
    if (!form.dirty && asked.size > 0) set('lines', { ...v.lines, ...Object.fromEntries(wanted) })
  })
  useEffect(() => begin(), [])
  const bring = useEffectEvent((now: Order) => void form.adopt(typedOf(now)))
  useEffect(() => bring(order), [order])
  const called = (l: OrderLine) => [l.name, specsLabel(l.specs)].filter(Boolean).join(', ')
  const save = () =>
    form.submit(async () => {
      const fresh = await call(changeLines, {
        params: { company, id: order.id },
        typed: {
          lines: order.lines.flatMap(({ line: n }) => {
            const l = v.lines[n]
            return l && !same(l, base.lines[n]) ? [{ line: n, ...l, discount: l.discount || '0' }] : []
          }),
          ...(v.discount !== base.discount && { discount: v.discount || '0' }),
          ...(v.freight !== base.freight && { freight: v.freight || '0' }),
          ...(v.payment_term !== base.payment_term && { payment_term: v.payment_term }),
        },
      })
      putOrder(fresh)
      renew()
      const waits = fresh.status === 'aguardando_aprovacao' && order.status === 'novo'
      notify(t(waits ? 'Itens mudados. O pedido espera a aprovação do administrador.' : 'Itens mudados.'))
      onClose()
    })
  return (
    <form
      noValidate
      className="noprint"
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      {asked.size > 0 && (
        <p className="note" role="status">
          {t('As quantidades são as que o cliente pediu: confira e salve, ou mude.')}
        </p>
      )}
      <ul className="panel">
        {order.lines.map((l) => (
          <li className="li" key={l.line}>
            <span className="grow">
              <b className="sm">{l.name}</b>
              <span className="xs t2 block">
                {[l.code, specsLabel(l.specs), l.price !== undefined && showCents(l.price, order.currency)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {asked.has(l.line) && (
                <span className="xs t2 block">{t('No orçamento: {n}', { n: l.quantity.toLocaleString('pt-BR') })}</span>
              )}
            </span>
            <input
              className="in qty"
              inputMode="numeric"
              aria-label={t('Quantidade de {name}', { name: called(l) })}
              aria-invalid={!!error('lines') || undefined}
              value={v.lines[l.line]?.quantity ?? ''}
              onChange={(e) => set('lines', { ...v.lines, [l.line]: changed(l.line, { quantity: e.target.value }) })}
            />
            <input
              className="in qty"
              inputMode="decimal"
              placeholder="%"
              aria-label={t('Desconto de {name} (%)', { name: called(l) })}
              aria-invalid={!!error('lines') || undefined}
              value={v.lines[l.line]?.discount ?? ''}
              onChange={(e) => set('lines', { ...v.lines, [l.line]: changed(l.line, { discount: e.target.value }) })}
            />
          </li>
        ))}
      </ul>
      {error('lines') && <p className="hint err">{error('lines')}</p>}
      <div className="fields two spaced">
        <Field label={t('Desconto (%)')} optional error={error('discount')} hint={t('Quantidade 0 retira o item.')}>
          <input
            className="in"
            inputMode="decimal"
            value={v.discount}
            onChange={(e) => set('discount', e.target.value)}
          />
        </Field>
        <Field label={t('Frete')} optional error={error('freight')}>
          <input
            className="in"
            inputMode="decimal"
            value={v.freight}
            onChange={(e) => set('freight', e.target.value)}
          />
        </Field>
        {(terms.length > 0 || v.payment_term !== '') && (
          <Field label={t('Pagamento')} optional error={error('payment_term')}>
            <TermChoice terms={terms} value={v.payment_term} onChange={(term) => set('payment_term', term)} />
          </Field>
        )}
      </div>
      <FormButtons form={form} disabled={form.busy || !form.dirty} onClose={onClose} />
    </form>
  )
}
export function Note({ order, company }: { order: Order; company: number }) {
  const stands = order.internal_note ?? ''
  const form = useForm(
    `note:${order.id}`,
    { internal_note: stands },
    { stored: (failure) => failure.extra.current as { internal_note: string } },
  )
  // Written elsewhere: shown, unless something is being written here.
  const bring = useEffectEvent((internal_note: string) => {
    if (!form.dirty) form.adopt({ internal_note })
  })
  useEffect(() => bring(stands), [stands])
  const save = () =>
    form.submit(async () => {
      const body = { ...form.values, was: form.base }
      putOrder(await call(writeNote, { params: { company, id: order.id }, body }))
      renew('order', order.id)
      notify(t('Anotação salva.'))
    })
  return (
    <form
      className="noprint spaced"
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <Field label={t('Anotação interna')} optional error={form.error('internal_note')} hint={t('Só a equipe vê.')}>
        <textarea
          className="in"
          rows={2}
          maxLength={2000}
          value={form.values.internal_note}
          onChange={(e) => form.set('internal_note', e.target.value)}
        />
      </Field>
      {form.dirty && (
        <button type="submit" className="btn sec small spaced" disabled={form.busy}>
          {form.busy ? t('Salvando…') : t('Salvar anotação')}
        </button>
      )}
      {form.conflict && (
        <ConflictDialog
          title={t('Alguém mudou esta anotação')}
          clashes={[
            {
              label: t('Anotação interna'),
              theirs: form.base.internal_note,
              mine: form.values.internal_note,
            },
          ]}
          settle={form.settle}
          save={() => void save()}
        />
      )}
    </form>
  )
}
/** The order as a spreadsheet, and its e-mail once more. */
export function More({ order, company }: { order: Order; company: number }) {
  const run = (work: () => Promise<unknown>, said: string) =>
    void work().then(
      () => notify(said),
      (failure: unknown) => notify(asFailure(failure).message),
    )
  return (
    <>
      <button
        type="button"
        className="btn sec"
        onClick={() => run(() => download(exportOrder, { body: { order_id: order.id } }), t('Planilha baixada.'))}
      >
        <Icon name="download" />
        {t('Baixar em Excel')}
      </button>
      <button
        type="button"
        className="btn sec"
        onClick={() =>
          run(() => call(mailAgain, { params: { company, id: order.id } }), t('O e-mail do pedido vai de novo.'))
        }
      >
        <Icon name="send" />
        {t('Reenviar e-mail')}
      </button>
    </>
  )
}
