// A pasted line that is asked about: why, what it may be, how many.
import { MOST_QUANTITY } from '#features/orders/rules.ts'
import { quantityIssue } from '#features/products/quantity.ts'
import { shownPrice, specsLabel } from '#features/products/rules.ts'
import { showCents } from '#shared/money.ts'
import { readWhole } from '#shared/whole.ts'
import { say, t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Candidate, Doubt, Pasted } from '../paste.ts'
import { isMixed, orderable } from '../rules.ts'
import { keyOf } from '../shelf.ts'

/** What somebody chose for a line, and how many as typed. */
export interface Answer {
  candidate: Candidate
  quantity: string
}
export const isGood = ({ product }: Candidate, n: number | null) =>
  n !== null && n > 0 && n <= MOST_QUANTITY && (isMixed(product) || quantityIssue(n, product) === null)
export const titleOf = (c: Candidate) =>
  [c.product.name, c.variation && specsLabel(c.variation.specs), c.variation?.code || c.product.code]
    .filter(Boolean)
    .join(' · ')
/** Why a line is asked about, in words. */
function wordsFor(doubt: Doubt, l: Pasted): string {
  const pieces = l.candidates[0]?.quantity ?? 0
  const said = l.amount?.said ?? ''
  const words: Record<Doubt, () => string> = {
    name: () => t('Parece com o nome: confira qual é.'),
    code_name: () => t('O código diz um produto, as palavras outro.'),
    zeros: () => t('O código bate, fora os zeros da frente.'),
    several: () => t('Pode ser lido de mais de um jeito.'),
    variation: () => t('Falta dizer qual opção.'),
    none: () => t('Falta a quantidade.'),
    odd: () => t('“{said}” não é uma quantidade inteira.', { said }),
    dozen: () => t('“{said}”: dúzia de 12, são {n} peças?', { said, n: pieces }),
    box: () =>
      t('“{said}”: a caixa tem {m}, são {n} peças?', { said, m: l.candidates[0]?.product.multiple ?? 1, n: pieces }),
    multiple: () => {
      const first = l.candidates[0]
      const issue = first?.quantity ? quantityIssue(first.quantity, first.product) : null
      return issue ? say(issue.message) : ''
    },
  }
  return words[doubt]()
}
interface DoubtfulProps {
  line: Pasted
  out: boolean
  answer: Answer | undefined
  /** The currency; null: prices are hidden. */
  money: string | null
  onAnswer: (answer: Answer) => void
  onLeave: () => void
  onBack: () => void
}
export function Doubtful({ line: l, out, answer, money, onAnswer, onLeave, onBack }: DoubtfulProps) {
  const n = answer ? readWhole(answer.quantity) : null
  const issue =
    answer && n !== null && !isMixed(answer.candidate.product) ? quantityIssue(n, answer.candidate.product) : null
  return (
    <li className={`li${out ? ' op-out' : ''}`}>
      <span className="sm t2 op-no">{l.line}</span>
      <div className="grow col g1">
        <span className="sm op-quote">{l.text}</span>
        {out ? (
          <button type="button" className="btn txt left" onClick={onBack}>
            {t('Fica de fora. Trazer de volta')}
          </button>
        ) : (
          <>
            <span className="xs t2">{l.doubts.map((d) => wordsFor(d, l)).join(' ')}</span>
            <div className="op-candidates" role="group" aria-label={t('Candidatos da linha {n}', { n: l.line })}>
              {l.candidates.map((c) => {
                const price = money === null ? null : shownPrice(c.product, c.variation ?? undefined)?.now
                const chosen =
                  answer && keyOf(answer.candidate) === keyOf(c) && answer.candidate.quantity === c.quantity
                return (
                  <button
                    type="button"
                    key={`${keyOf(c)}:${c.quantity}`}
                    className="op-candidate"
                    aria-pressed={chosen ?? false}
                    onClick={() =>
                      onAnswer({
                        candidate: c,
                        quantity:
                          c.quantity === null
                            ? ''
                            : String(isMixed(c.product) ? c.quantity : orderable(c.quantity, c.product)),
                      })
                    }
                  >
                    <span className="grow">
                      <b className="sm block">
                        {c.quantity !== null && `${c.quantity} × `}
                        {c.product.name}
                      </b>
                      <small className="xs t2">
                        {[
                          c.variation && specsLabel(c.variation.specs),
                          c.variation?.code || c.product.code,
                          price && money && showCents(price, money),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </small>
                    </span>
                    {chosen && <Icon name="check" size="s" />}
                  </button>
                )
              })}
            </div>
            <div className="row wrap">
              {answer && (
                <label className="row sm">
                  {t('Quantidade')}
                  <input
                    className="in op-n"
                    inputMode="numeric"
                    aria-label={t('Quantidade da linha {n}', { n: l.line })}
                    aria-invalid={!isGood(answer.candidate, n) || undefined}
                    value={answer.quantity}
                    onChange={(e) => onAnswer({ ...answer, quantity: e.target.value })}
                  />
                </label>
              )}
              <button type="button" className="btn txt" onClick={onLeave}>
                {t('Deixar de fora')}
              </button>
            </div>
            {issue && (
              <p className="hint err" role="alert">
                {say(issue.message)}
              </p>
            )}
          </>
        )}
      </div>
    </li>
  )
}
