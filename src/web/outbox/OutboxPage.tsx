// What waits on this device to be sent, and what somebody must say something to before it can go on.
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { showCents } from '#shared/money.ts'
import { useAct } from '../act.ts'
import { age } from '../age.ts'
import { t, tn } from '../i18n.ts'
import { showTime } from '../moments.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { notify } from '../ui/snack.tsx'
import { Empty } from '../ui/states.tsx'
import { useDebounced } from '../useDebounced.ts'
import { readFile, saveFile } from './file.ts'
import type { Item } from './item.ts'
import { again, discard, takeBack } from './acts.ts'
import { kindOf, outbox, type Pause } from './line.ts'
import { failureOf, openOutbox, sendNow } from './outbox.ts'
import '../styles/kit.css'
import '../ui/DoneMark.css'
import '../ui/Pill.css'
import './OutboxPage.css'

interface Props {
  /** What was kept just now. */
  fresh: string | null
  /** What comes next for whoever has just kept something. */
  begin: ReactNode
  /** What is shown of something that is there otherwise than it was meant, or was refused; it says what becomes of it. */
  more: (item: Item) => ReactNode
}
export default function OutboxPage({ fresh, begin, more }: Props) {
  const { items, newer, arrived, pause, sending } = outbox.use()
  // A try that ends at once, as those without a network do, is not shown.
  const lasts = useDebounced(sending) === sending
  useEffect(() => void openOutbox().catch(() => {}), [])
  const [asked, setAsked] = useState<number | null>(null)
  // What arrives while the question is open is not there to discard.
  const putting = items.find((i) => i.seq === asked)
  const kept = items.find((i) => i.id === fresh)
  const came = fresh && !kept ? arrived[fresh] : undefined
  const waits = items.some((i) => i.state === 'waiting')
  return (
    <div className="page narrow col g4">
      {came ? (
        <>
          <Done icon="check" title={came.text} />
          <div className="col g3">
            {begin}
            <Link href={came.to} className="btn sec full">
              {t('Ver pedido')}
            </Link>
          </div>
        </>
      ) : kept?.state === 'waiting' ? (
        <>
          <Done
            icon="clock"
            title={t('Pedido guardado neste aparelho')}
            text={t('Será enviado sozinho quando houver internet. Pode fechar o aplicativo.')}
          />
          {begin}
        </>
      ) : (
        <h1>{t('Aguardando envio')}</h1>
      )}
      {waits && <Standing pause={pause} sending={sending !== '' && lasts} />}
      {(kept || came) && items.length > 0 && <h2>{t('Aguardando envio')}</h2>}
      {items.length === 0 && !came && (
        <Empty icon="check">
          <p>{t('Nada aguarda envio neste aparelho.')}</p>
        </Empty>
      )}
      <ul className="col g3" aria-label={t('Aguardando envio')}>
        {items.map((item) => (
          <Waiting
            key={item.id}
            item={item}
            sending={sending === item.id && lasts}
            onDiscard={() => setAsked(item.seq)}
          >
            {item.state !== 'waiting' && more(item)}
          </Waiting>
        ))}
      </ul>
      {newer > 0 && (
        <p className="note warn">
          <Icon name="warn" size="s" />
          {tn(
            newer,
            '{n} pedido foi guardado por uma versão mais nova: recarregue a página para enviá-lo.',
            '{n} pedidos foram guardados por uma versão mais nova: recarregue a página para enviá-los.',
          )}
        </p>
      )}
      <Files items={items} />
      {putting && (
        <Confirm
          title={t('Descartar?')}
          text={
            putting.tries > 0 && putting.state === 'waiting'
              ? t('Ele já foi tentado e pode ter chegado à empresa sem resposta. Neste aparelho não fica nada.')
              : t('Só existe neste aparelho, e não pode ser desfeito.')
          }
          danger
          onClose={() => setAsked(null)}
          onConfirm={() => {
            void discard(putting)
            setAsked(null)
            notify(t('Descartado.'))
          }}
        >
          <p>
            <b>{titleOf(putting)}</b>
          </p>
        </Confirm>
      )}
    </div>
  )
}
const titleOf = (item: Item) => kindOf(item)?.title(item) ?? item.about.name
function Done({ icon, title, text }: { icon: 'check' | 'clock'; title: string; text?: string }) {
  return (
    <div className="row g4">
      <span className={icon === 'check' ? 'done-mark' : 'done-mark waits'}>
        <Icon name={icon} />
      </span>
      <div className="grow">
        <h1>{title}</h1>
        {text && <p className="sm t2">{text}</p>}
      </div>
    </div>
  )
}
/** Why nothing goes, and when it is tried again. */
function Standing({ pause, sending }: { pause: Pause | null; sending: boolean }) {
  return (
    <div className="note" role="status">
      <span className="grow">
        {sending || !pause
          ? t('Enviando…')
          : pause.why === 'signin'
            ? t('Sua sessão terminou: entre de novo para enviar.')
            : pause.why === 'closed'
              ? (pause.said ?? t('O catálogo está fechado.'))
              : t(WHY[pause.why], { at: showTime(new Date(pause.until)) })}
      </span>
      {pause?.why === 'signin' ? (
        <Link href="/session/signin?returnUrl=/aguardando" className="btn sec small">
          {t('Entrar')}
        </Link>
      ) : (
        <button type="button" className="btn sec small" disabled={sending} onClick={() => void sendNow()}>
          {t('Enviar agora')}
        </button>
      )}
    </div>
  )
}
const WHY = {
  offline: 'Sem internet. Sai sozinho quando ela voltar; outra tentativa às {at}.',
  busy: 'O servidor pediu para esperar; outra tentativa às {at}.',
  broken: 'O servidor não conseguiu guardar; outra tentativa às {at}.',
}
interface WaitingProps {
  item: Item
  sending: boolean
  onDiscard: () => void
  children: ReactNode
}
function Waiting({ item, sending, onDiscard, children }: WaitingProps) {
  const [, navigate] = useLocation()
  const { busy, act } = useAct()
  const { about, state } = item
  const edit = () =>
    act(async () => {
      const to = await takeBack(item)
      if (to) navigate(to)
    })
  const said = [
    about.pieces !== undefined && tn(about.pieces, '{n} peça', '{n} peças'),
    about.total != null && showCents(about.total, about.currency ?? 'BRL'),
    age(item.at),
  ]
  return (
    <li className="panel pad col g3">
      <div className="row between">
        <h2 className="h3 grow">{titleOf(item)}</h2>
        <span className="pill" data-s={sending ? 'enviada' : state === 'refused' ? 'devolvida' : 'espera'}>
          {sending ? t('Enviando…') : t(STATE[state])}
        </span>
      </div>
      <p className="sm t2">{said.filter(Boolean).join(' · ')}</p>
      {state === 'refused' && item.refusal && !children && (
        <p className="note bad">
          <Icon name="warn" size="s" />
          {failureOf(item.refusal).summary}
        </p>
      )}
      {children}
      {state !== 'changed' && state !== 'answered' && (
        <div className="row g3">
          {kindOf(item)?.edit(item) && (
            <button
              type="button"
              className={`btn ${state === 'refused' ? 'pri' : 'sec'} small`}
              disabled={busy}
              onClick={() => void edit()}
            >
              <Icon name="edit" size="s" />
              {t('Editar')}
            </button>
          )}
          <button type="button" className="btn sec small" disabled={sending} onClick={() => void again(item)}>
            {t('Tentar agora')}
          </button>
          <span className="grow" />
          <button
            type="button"
            className="ib"
            aria-label={t('Descartar {what}', { what: titleOf(item) })}
            onClick={onDiscard}
          >
            <Icon name="bin" />
          </button>
        </div>
      )}
    </li>
  )
}
const STATE: Record<Item['state'], string> = {
  waiting: 'Aguardando envio',
  refused: 'Não aceito',
  answered: 'Enviado',
  changed: 'Espera sua resposta',
}
/** Away in a file, and back. */
function Files({ items }: { items: Item[] }) {
  const unsent = items.filter((i) => i.state !== 'changed')
  return (
    <div className="row g3 wrap">
      {unsent.length > 0 && (
        <button type="button" className="btn sec small" onClick={() => saveFile(unsent)}>
          <Icon name="download" size="s" />
          {t('Guardar em um arquivo')}
        </button>
      )}
      <FileButton accept="application/json,.json" onFile={(file) => void readFile(file).then(notify)}>
        {t('Ler de um arquivo')}
      </FileButton>
    </div>
  )
}
