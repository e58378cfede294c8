import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Seller } from '#features/companies/contract.ts'
import { Failure, isFailure } from '#web/api.ts'
import { parseCents, showCents } from '#shared/money.ts'
import type { PlacedOrder } from '#features/orders/contract.ts'
import { missingToMinimum } from '#features/orders/rules.ts'
import { t, tn } from '#web/i18n.ts'
import { lazyPart } from '#web/lazy.tsx'
import { outbox } from '#web/outbox/line.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { dismiss, notify } from '#web/ui/snack.tsx'
import { Empty } from '#web/ui/states.tsx'
import { emptyCart, renewCartId } from './acts.ts'
import { Coach } from './CartBar.tsx'
import { cart, cartTotals, setDiscount, useCurrency } from './cart.ts'
import { CartLines, type RefusedLine } from './CartLines.tsx'
import { STOPPED, useStopped } from './ClientStanding.tsx'
import { renewClient } from './desk.ts'
import { useFirst } from './first.ts'
import type { Known } from './KnownClient.tsx'
import { OrderForm } from './OrderForm.tsx'
import { cartIssues, type CartViewer, correctRefusal, type FormErrors, sendCart, suspectsOf } from './send.ts'
import { complaint, windowOf } from './words.ts'
import '#web/styles/kit.css'
import './CartPage.css'

// What only those who order for others have.
const KnownClient = lazyPart(() => import('./KnownClient.tsx'))
const OpenCarts = lazyPart(() => import('./OpenCarts.tsx').then((m) => ({ default: m.OpenCarts })))

/** What other features ask on the order's form. */
interface Asked {
  discount_bp: number
  errors: FormErrors
  onTyped: (field: string) => void
}
const linesOf = (failure: Failure): RefusedLine[] =>
  ((failure.extra.lines as RefusedLine[] | undefined) ?? []).map((l) => ({
    ...l,
    reason: l.reason ? failure.say(l.reason) : '',
  }))
interface Props {
  viewer: CartViewer
  sellers: Seller[]
  /** The button that sends it as a quote, which holds until a day. */
  quote?: ((busy: boolean, send: (valid_until: string) => void) => ReactNode) | undefined
  /** How it is paid and delivered. */
  conditions?: ((asked: Asked) => ReactNode) | undefined
  /** What it brings whoever sells it. */
  earned?: ((discount_bp: number) => ReactNode) | undefined
}
export default function CartPage({ viewer, sellers, quote, conditions, earned }: Props) {
  const c = cart.use()
  const [, navigate] = useLocation()
  const [issues, setIssues] = useState<FormErrors>({})
  const [refused, setRefused] = useState<RefusedLine[]>([])
  const [problem, setProblem] = useState('')
  /** How often an order was refused for its form: each time the first field that is wrong is shown. */
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [emptying, setEmptying] = useState(false)
  const [known, setKnown] = useState<{ same: Known[]; valid_until: string | undefined } | null>(null)
  /** As it was before it is an order already, or still on its way (`waits`). */
  const [twice, setTwice] = useState<{ valid_until: string | undefined; waits: boolean } | null>(null)
  const company = viewer.company
  const currency = useCurrency(viewer.currency)
  const stopped = useStopped()
  const first = useFirst(viewer.isPublic)
  useEffect(() => {
    const field = attempt > 0 && document.querySelector<HTMLElement>('.cartpage [aria-invalid=true]')
    if (!field) return
    // To the top, label and sentence too: neither the bar below nor a keyboard that comes with the focus covers it.
    field.closest('.field')?.scrollIntoView({ block: 'start' })
    field.focus({ preventScroll: true })
  }, [attempt])
  if (!company) return null
  const discount_bp = viewer.level <= 2 ? Math.min(10_000, Math.max(0, parseCents(c.discount || '0') ?? 0)) : 0
  const sum = cartTotals(c, discount_bp)
  const missing = viewer.level >= 3 && !viewer.hide_price ? missingToMinimum(sum.total, company, first) : 0
  const others = c.staff && (
    <Suspense>
      <OpenCarts currency={viewer.currency} hide_price={viewer.hide_price} to="/dashboard/shoppingcart" />
    </Suspense>
  )
  const shop = viewer.level >= 3 ? '/pedidos' : windowOf(viewer.level)
  if (c.lines.length === 0) {
    return (
      <div className="page">
        <h1 className="sr">{t('Seu pedido')}</h1>
        <Empty icon="bag">
          <p>{t('Seu pedido está vazio. Comece pelo catálogo.')}</p>
          <Link href={shop} className="btn pri">
            {t('Ver produtos')}
          </Link>
        </Empty>
        {others}
      </div>
    )
  }
  const send = async (valid_until?: string) => {
    const found = cartIssues(c, viewer)
    setIssues(found)
    setProblem('')
    setRefused([])
    if (Object.keys(found).length) return setAttempt(attempt + 1)
    setBusy(true)
    const same = await suspectsOf(c, viewer)
    if (same.length === 0) return deliver(valid_until)
    setKnown({ same, valid_until })
    setBusy(false)
  }
  const deliver = async (valid_until?: string, anyway = false) => {
    setKnown(null)
    setBusy(true)
    try {
      const sent = await sendCart(viewer, discount_bp, { valid_until, anyway })
      dismiss()
      if ('kept' in sent) navigate(`/aguardando?novo=${sent.kept}`)
      else if (sent.chat) location.assign(sent.chat)
      else navigate(afterwards(sent.sent, c.staff))
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      // Blocked or gone since: said where the client stands, too.
      if (c.staff && (failure.status === 404 || failure.code === 'client_blocked')) void renewClient()
      if (failure.code === 'idempotency_key_reused')
        return setTwice({ valid_until, waits: outbox.get().items.some(({ id }) => id === c.cart_id) })
      setIssues(failure.errors as FormErrors)
      setAttempt(attempt + 1)
      setRefused(linesOf(failure))
      setProblem(failure.message)
    } finally {
      setBusy(false)
    }
  }
  // One that came back says what the server said to it, where it said it, until it is sent again.
  const before = c.refusal && !busy ? new Failure(c.refusal.status, c.refusal.body) : null
  const errors: FormErrors = { ...before?.errors, ...issues }
  const said = complaint(errors, company) || problem || before?.message
  const corrected = (field: string) => {
    if (!errors[field]) return
    setIssues({ ...issues, [field]: undefined })
    setProblem('')
    correctRefusal(field)
  }
  const total = viewer.hide_price ? tn(sum.pieces, '{n} peça', '{n} peças') : showCents(sum.total, currency)
  return (
    <div className="page withbar">
      <div className="head">
        <h1>{t('Seu pedido')}</h1>
        <button type="button" className="btn txt" onClick={() => setEmptying(true)}>
          {t('Esvaziar')}
        </button>
      </div>
      <div className="cartpage">
        <div className="col g3">
          <CartLines
            lines={c.lines}
            currency={currency}
            hide_price={viewer.hide_price}
            refused={before && refused.length === 0 ? linesOf(before) : refused}
          />
          <Link href={shop} className="btn txt small more">
            <Icon name="plus" />
            {t('Escolher mais produtos')}
          </Link>
          {!viewer.hide_price && viewer.level >= 3 && (
            <Coach total={sum.total} company={company} currency={currency} first={first} />
          )}
          {viewer.level <= 2 && (
            <label className="row between panel pad">
              <span>
                {t('Desconto (%)')}
                {company.discount_limit != null && viewer.level === 2 && discount_bp > company.discount_limit && (
                  <span className="hint">
                    {t('Acima de {n} % o pedido vai para aprovação.', { n: company.discount_limit / 100 })}
                  </span>
                )}
              </span>
              <input
                className="in discount"
                inputMode="decimal"
                value={c.discount}
                placeholder="0"
                disabled={busy}
                aria-invalid={!!errors.discount || undefined}
                onChange={(e) => {
                  setDiscount(e.target.value)
                  corrected('discount')
                }}
              />
            </label>
          )}
          {earned?.(discount_bp)}
        </div>
        {/* What would be typed while it is sent is not in what is sent. */}
        <fieldset disabled={busy}>
          <h2 className="spaced" id="buyer">
            {viewer.level >= 3 ? t('Seus dados') : t('Dados do cliente')}
          </h2>
          <OrderForm viewer={viewer} company={company} sellers={sellers} errors={errors} onTyped={corrected} />
          {others}
          {conditions?.({ discount_bp, errors, onTyped: corrected })}
        </fieldset>
      </div>
      <section className="cartbar" aria-label={t('Enviar')}>
        {said && (
          <p className="note bad spaced" role="alert" key={attempt}>
            <Icon name="warn" size="s" />
            <span>{said}</span>
          </p>
        )}
        <div className="wide">
          <p className="row between grow">
            <span className="t2">{tn(sum.pieces, 'Total de {n} peça', 'Total de {n} peças')}</span>
            <b className="total">{total}</b>
          </p>
          {quote?.(busy || stopped === 'gone' || stopped === 'merged', (day) => void send(day))}
          <button
            type="button"
            className="go center"
            disabled={busy || missing > 0 || stopped !== ''}
            onClick={() => void send()}
          >
            {busy
              ? t('Enviando…')
              : stopped !== ''
                ? t(STOPPED[stopped])
                : missing > 0
                  ? t('Faltam {v} para o mínimo', { v: showCents(missing, currency) })
                  : company.pedidos
                    ? t('Enviar pedido')
                    : t('Enviar pelo WhatsApp')}
          </button>
        </div>
      </section>
      {known && (
        <Suspense>
          <KnownClient
            known={known.same}
            discount_bp={discount_bp}
            currency={viewer.hide_price ? null : currency}
            onSend={() => void deliver(known.valid_until)}
            onJoined={(name) => {
              setKnown(null)
              setProblem(t('Os itens estão agora no pedido aberto de {name}. Confira e envie.', { name }))
            }}
            onOther={() => void deliver(known.valid_until, true)}
            onClose={() => setKnown(null)}
          />
        </Suspense>
      )}
      {twice && (
        <Confirm
          title={t('Enviar também este?')}
          text={
            twice.waits
              ? t('O pedido como estava antes da mudança já está a caminho, em Aguardando envio. Este seria outro.')
              : t(
                  'O pedido já tinha chegado à empresa como estava antes da mudança. Ele está em Pedidos; este seria outro.',
                )
          }
          onClose={() => setTwice(null)}
          onConfirm={() => {
            setTwice(null)
            renewCartId()
            void deliver(twice.valid_until)
          }}
        />
      )}
      {emptying && (
        <Confirm
          title={t('Esvaziar o pedido?')}
          text={
            c.staff
              ? t('Todos os itens saem, e o cliente deste pedido também.')
              : t('Todos os itens saem. Seu nome e telefone ficam.')
          }
          danger
          onClose={() => setEmptying(false)}
          onConfirm={() => {
            emptyCart()
            setEmptying(false)
            notify(t('Pedido esvaziado.'))
          }}
        />
      )}
    </div>
  )
}
/** Buyers find their receipt; the company's people their own screen, of a quote its desk. */
function afterwards(order: PlacedOrder, staff: boolean): string {
  if (!staff) return `${order.receipt_path}?novo=1`
  return order.status === 'orcamento' ? `/dashboard/orders/${order.id}` : `/dashboard/orders/${order.id}/enviado`
}
