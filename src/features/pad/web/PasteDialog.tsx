// *Colar pedido*: a chat text or two columns of a sheet become lines. What is sure goes in together, what is doubtful
// is asked one by one, what is unknown is shown as it stood.
import { useMemo, useState } from 'react'
import { readWhole } from '#shared/whole.ts'
import { asFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { type Candidate, type Pasted, readPaste } from '../paste.ts'
import { type Answer, Doubtful, isGood, titleOf } from './Doubtful.tsx'
import { type Goods, shelfFor } from './goods.ts'
import '#web/ui/Sheet.css'
import './PasteDialog.css'

interface Props {
  goods: Goods
  currency: string
  hide_price: boolean
  onClose: () => void
  onDone: (lines: (Candidate & { quantity: number })[]) => void
}
export default function PasteDialog({ goods, currency, hide_price, onClose, onDone }: Props) {
  const [text, setText] = useState('')
  const [read, setRead] = useState<{ lines: Pasted[]; left: number } | null>(null)
  const [answers, setAnswers] = useState<Readonly<Record<number, Answer>>>({})
  const [out, setOut] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const ask = async () => {
    setProblem('')
    setBusy(true)
    try {
      setRead(readPaste(await shelfFor(text, goods), text))
      setAnswers({})
      setOut(new Set())
    } catch (failure) {
      setProblem(asFailure(failure).message)
    } finally {
      setBusy(false)
    }
  }
  const bring = (line: number) => setOut((now) => new Set([...now].filter((n) => n !== line)))
  const of = (verdict: Pasted['verdict']) => read?.lines.filter((l) => l.verdict === verdict) ?? []
  const sure = of('sure')
  const doubtful = of('doubtful')
  const unknown = of('unknown')
  const taken = useMemo(
    () =>
      (read?.lines ?? []).flatMap((l) => {
        if (out.has(l.line)) return []
        const [first] = l.candidates
        if (l.verdict === 'sure' && first) return [{ ...first, quantity: first.quantity as number }]
        const answer = answers[l.line]
        const n = answer ? readWhole(answer.quantity) : null
        return answer && isGood(answer.candidate, n) ? [{ ...answer.candidate, quantity: n as number }] : []
      }),
    [read, answers, out],
  )
  const open = doubtful.filter((l) => !out.has(l.line) && !answers[l.line]).length
  const wrong = doubtful.some((l) => {
    const answer = answers[l.line]
    return !out.has(l.line) && answer && !isGood(answer.candidate, readWhole(answer.quantity))
  })
  const leave = (line: number) => setOut((now) => new Set(now).add(line))
  return (
    <Modal className="sheet op-paste" label={t('Colar pedido')} onClose={onClose}>
      <div className="body page col g3">
        <div className="row between">
          <h2>{t('Colar pedido')}</h2>
          <button type="button" className="ib" aria-label={t('Fechar')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {!read ? (
          <>
            <label className="col g1">
              <span className="sm t2">
                {t('Cole a conversa ou as colunas da planilha: uma linha por item, com código ou nome e quantidade.')}
              </span>
              <textarea
                className="in op-text"
                rows={10}
                placeholder={t('Ex.: 3x 00123')}
                value={text}
                onChange={(e) => setText(e.target.value)}
                onPaste={(e) => {
                  // A copied table keeps its columns; plain text is there too, as a rule.
                  const html = e.clipboardData.getData('text/html')
                  const plain = e.clipboardData.getData('text/plain')
                  if (!/<table/i.test(html) || plain.includes('\t')) return
                  e.preventDefault()
                  setText(html)
                }}
              />
            </label>
            {!goods.complete && (
              <p className="note" role="status">
                {t('O catálogo não está inteiro neste aparelho: o servidor ajuda a ler.')}
              </p>
            )}
            <Problem words={problem} />
          </>
        ) : (
          <>
            {read.left > 0 && (
              <p className="note warn" role="status">
                {tn(
                  read.left,
                  'Um pedido leva até 1.000 linhas: {n} ficou de fora.',
                  'Um pedido leva até 1.000 linhas: {n} ficaram de fora.',
                )}
              </p>
            )}
            {doubtful.length > 0 && (
              <section aria-label={t('Para conferir')}>
                <h3>{tn(doubtful.length, '{n} para conferir', '{n} para conferir')}</h3>
                <ul className="panel">
                  {doubtful.map((l) => (
                    <Doubtful
                      key={l.line}
                      line={l}
                      out={out.has(l.line)}
                      answer={answers[l.line]}
                      money={hide_price ? null : currency}
                      onAnswer={(answer) => setAnswers((now) => ({ ...now, [l.line]: answer }))}
                      onLeave={() => leave(l.line)}
                      onBack={() => bring(l.line)}
                    />
                  ))}
                </ul>
              </section>
            )}
            {unknown.length > 0 && (
              <section aria-label={t('Não reconhecidas')}>
                <h3>{tn(unknown.length, '{n} não reconhecida', '{n} não reconhecidas')}</h3>
                <ul className="panel">
                  {unknown.map((l) => (
                    <li className="li sm" key={l.line}>
                      <span className="t2 op-no">{l.line}</span>
                      <span className="grow op-quote">{l.text}</span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {sure.length > 0 && (
              <section aria-label={t('Certas')}>
                <h3>{tn(sure.length, '{n} certa', '{n} certas')}</h3>
                <ul className="panel">
                  {sure.map((l) => (
                    <li className={`li sm${out.has(l.line) ? ' op-out' : ''}`} key={l.line}>
                      <span className="t2 op-no">{l.line}</span>
                      <span className="grow">
                        <span className="xs t2 op-quote block">{l.text}</span>
                        <b>
                          {l.candidates[0]?.quantity} × {titleOf(l.candidates[0] as Candidate)}
                        </b>
                      </span>
                      {out.has(l.line) ? (
                        <button type="button" className="btn txt" onClick={() => bring(l.line)}>
                          {t('Trazer de volta')}
                        </button>
                      ) : (
                        <button
                          type="button"
                          className="ib"
                          aria-label={t('Retirar a linha {n}', { n: l.line })}
                          onClick={() => leave(l.line)}
                        >
                          <Icon name="close" size="s" />
                        </button>
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {read.lines.length === 0 && <p className="note">{t('Não há nenhuma linha com letras ou números aí.')}</p>}
          </>
        )}
      </div>
      <div className="foot">
        {!read ? (
          <button type="button" className="go" disabled={text.trim() === '' || busy} onClick={() => void ask()}>
            {busy ? t('Perguntando ao servidor…') : t('Ler')}
          </button>
        ) : (
          <>
            {(open > 0 || wrong) && (
              <p className="sm t2" role="status">
                {wrong
                  ? t('Há quantidades para acertar.')
                  : tn(
                      open,
                      '{n} linha ainda sem resposta fica de fora.',
                      '{n} linhas ainda sem resposta ficam de fora.',
                    )}
              </p>
            )}
            <div className="row g3">
              <button type="button" className="btn sec" onClick={() => setRead(null)}>
                {t('Voltar')}
              </button>
              <button
                type="button"
                className="go grow"
                disabled={taken.length === 0 || wrong}
                onClick={() => onDone(taken)}
              >
                {tn(taken.length, 'Pôr {n} item no pedido', 'Pôr {n} itens no pedido')}
              </button>
            </div>
          </>
        )}
      </div>
    </Modal>
  )
}
