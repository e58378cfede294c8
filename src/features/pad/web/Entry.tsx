// One line after the other: code or name, Enter, quantity, Enter. A whole code does not wait for the list.
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { quantityIssue } from '#features/products/quantity.ts'
import { shownPrice, specsLabel } from '#features/products/rules.ts'
import { MOST_QUANTITY } from '#features/orders/rules.ts'
import { showCents } from '#shared/money.ts'
import { pictureAt } from '#shared/picture.ts'
import { readWhole } from '#shared/whole.ts'
import { isFailure } from '#web/failure.ts'
import { say, t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useDebounced } from '#web/useDebounced.ts'
import { beginning, isMixed, type Usual, usualOf } from '../rules.ts'
import type { Choice } from '../shelf.ts'
import { askExactly, type Goods, isOpen, named, useRemote } from './goods.ts'
import { piecesOfChoice } from './lines.ts'

interface Props {
  goods: Goods
  usual: readonly Usual[]
  currency: string
  hide_price: boolean
  /** A product whose variations are to be filled in. */
  onOpen: (choice: Choice) => void
  onAdd: (choice: Choice, quantity: number) => void
  /** Raised when another place asks for the field (a scan, a closed dialog). */
  ready: number
}
export function Entry({ goods, usual, currency, hide_price, onOpen, onAdd, ready }: Props) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [amount, setAmount] = useState('')
  const [problem, setProblem] = useState('')
  const code = useRef<HTMLInputElement>(null)
  const quantity = useRef<HTMLInputElement>(null)
  const list = useId()
  const late = useDebounced(typed)
  const words = chosen ? '' : late.trim()
  const remote = useRemote(words, goods)
  const local = words.length > 1 || goods.exactly(words).length > 0 ? goods.find(words) : []
  const found = remote.found.length > 0 ? remote.found : local
  const open = words !== '' && !chosen && typed.trim() === words
  useEffect(() => {
    if (ready > 0) code.current?.focus()
  }, [ready])

  const begin = () => {
    flushSync(() => {
      setTyped('')
      setChosen(null)
      setAmount('')
      setProblem('')
      setAt(0)
    })
    code.current?.focus()
  }
  const choose = (choice: Choice) => {
    setProblem('')
    if (isOpen(choice)) {
      setTyped('')
      return onOpen(choice)
    }
    // In the same tap, so that a phone's number keys come up.
    flushSync(() => {
      setChosen(choice)
      setAmount(String(beginning(usualOf(usual, choice.product.id, choice.variation?.specs ?? {}), choice.product)))
    })
    quantity.current?.focus()
    quantity.current?.select()
  }
  const enter = async () => {
    const now = typed.trim()
    if (now === '') return
    // An exact answer is taken at once: a code, else a whole name, unless the arrows have chosen another row.
    const coded = goods.exactly(now)
    const exact = coded.length > 0 || at > 0 ? coded : named(goods.find(now), now)
    if (exact.length === 1) return choose(exact[0] as Choice)
    let failed = ''
    const away = (failure: unknown) => {
      if (!isFailure(failure)) throw failure
      failed = failure.message
      return null
    }
    // The list is the answer: one of a part of the catalogue is none while the server has not answered.
    const listed = open && found.length > 0 && (at > 0 || !remote.asking)
    const asked = goods.complete || listed ? null : await askExactly(now).catch(away)
    if (code.current?.value.trim() !== now) return
    if (asked?.exact) return choose(asked.exact)
    const seen = open ? found : goods.find(now)
    const pick = seen[open ? at : 0]
    // What was not seen yet is taken only when nothing else could be meant.
    if (pick && (listed || (goods.complete && seen.length === 1))) return choose(pick)
    setProblem(
      seen.length === 0 && !asked?.any
        ? failed || t('Nada com “{words}”. Confira o código ou tente parte do nome.', { words: now })
        : '',
    )
  }
  const add = () => {
    if (!chosen) return void enter()
    const n = readWhole(amount)
    if (n === null || n <= 0 || n > MOST_QUANTITY)
      return setProblem(t('A quantidade precisa ser um número inteiro de 1 a 999.999.'))
    const issue = isMixed(chosen.product) ? null : quantityIssue(piecesOfChoice(chosen) + n, chosen.product)
    if (issue) {
      setAmount(String(issue.suggestion - piecesOfChoice(chosen)))
      setProblem(
        t('{why} Trocamos para {n}: Enter confirma.', {
          why: say(issue.message),
          n: issue.suggestion - piecesOfChoice(chosen),
        }),
      )
      return requestAnimationFrame(() => quantity.current?.select())
    }
    onAdd(chosen, n)
    begin()
  }
  const had = chosen ? piecesOfChoice(chosen) : 0
  return (
    <section className="op-entry" aria-label={t('Novo item')}>
      <form
        className="op-fields"
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          if (document.activeElement === code.current && !chosen) void enter()
          else add()
        }}
      >
        <label className="op-code">
          <span className="lb">{t('Código ou nome')}</span>
          <input
            ref={code}
            className="in"
            role="combobox"
            aria-expanded={open && found.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={open && found[at] ? `${list}-${at}` : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="next"
            value={chosen ? labelOf(chosen) : typed}
            onFocus={() => chosen && begin()}
            onChange={(e) => {
              setTyped(e.target.value)
              setAt(0)
              setProblem('')
            }}
            onKeyDown={(e) => {
              if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
                e.preventDefault()
                const step = e.key === 'ArrowDown' ? 1 : -1
                if (found.length > 0) setAt((at + step + found.length) % found.length)
              }
              if (e.key === 'Escape') begin()
            }}
          />
        </label>
        <label className="op-amount">
          <span className="lb">{t('Quantidade')}</span>
          <input
            ref={quantity}
            className="in"
            inputMode="numeric"
            enterKeyHint="done"
            autoComplete="off"
            disabled={!chosen}
            value={amount}
            onChange={(e) => setAmount(e.target.value)}
            onKeyDown={(e) => e.key === 'Escape' && begin()}
          />
        </label>
        <button type="submit" className="btn pri op-add" aria-label={t('Pôr no pedido')}>
          <Icon name="plus" />
        </button>
      </form>
      {problem && (
        <p className="hint err" role="alert">
          {problem}
        </p>
      )}
      {chosen && (
        <p className="sm t2 op-said">
          {[
            chosen.product.name,
            !hide_price && priceOf(chosen, currency),
            had > 0 && tn(had, '{n} já no pedido', '{n} já no pedido'),
            chosen.product.multiple > 1 && t('de {n} em {n}', { n: chosen.product.multiple }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <div
        className="op-found panel"
        id={list}
        role="listbox"
        aria-label={t('Produtos encontrados')}
        hidden={!open || found.length === 0}
      >
        {open &&
          found.map((c, i) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field's own keys move through the list
            <div
              key={`${c.product.id}:${c.variation?.id ?? ''}`}
              id={`${list}-${i}`}
              role="option"
              aria-selected={i === at}
              className={`li${i === at ? ' sel' : ''}`}
              onPointerDown={(e) => e.preventDefault()}
              onClick={() => choose(c)}
            >
              <Thumb path={c.product.foto1} />
              <span className="grow">
                <b className="sm block">{c.product.name}</b>
                <small className="xs t2">
                  {[
                    c.variation?.code || c.product.code,
                    c.variation
                      ? specsLabel(c.variation.specs)
                      : isOpen(c) && tn(c.product.attributes.length, '{n} opção', '{n} opções'),
                    !hide_price && priceOf(c, currency),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <UsualHint choice={c} usual={usual} />
            </div>
          ))}
      </div>
      {open && found.length === 0 && (
        <p className="sm t2 op-said">
          {remote.asking
            ? t('Perguntando ao servidor…')
            : remote.failed || t('Nada com “{words}”. Confira o código ou tente parte do nome.', { words })}
        </p>
      )}
    </section>
  )
}
const labelOf = (c: Choice) =>
  [c.variation?.code || c.product.code, c.variation && specsLabel(c.variation.specs)].filter(Boolean).join(' · ') ||
  c.product.name
const priceOf = (c: Choice, currency: string) => {
  const price = shownPrice(c.product, c.variation ?? undefined)
  return price?.now == null ? t('Sob consulta') : showCents(price.now, currency)
}
export function Thumb({ path }: { path: string }) {
  return (
    <span className="ph t40">
      {path ? (
        <img src={pictureAt(path, 160)} alt="" width="40" height="40" loading="lazy" />
      ) : (
        <span className="none">
          <Icon name="picture" size="s" />
        </span>
      )}
    </span>
  )
}
/** How many the client usually takes of it. */
function UsualHint({ choice, usual }: { choice: Choice; usual: readonly Usual[] }) {
  const own = usualOf(usual, choice.product.id, choice.variation?.specs ?? {})
  return own ? <span className="xs t2 nowrap">{t('costuma levar {n}', { n: own.quantity })}</span> : null
}
