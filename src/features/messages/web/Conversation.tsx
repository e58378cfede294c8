import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import type { About } from '../contract.ts'
import { interleave } from '../rules.ts'
import { Bubbles } from './Bubbles.tsx'
import { Composer } from './Composer.tsx'
import type { Door } from './doors.ts'
import { Tools } from './Tools.tsx'
import { useConversation } from './useConversation.ts'
import '#web/styles/kit.css'
import './Conversation.css'

interface Props {
  door: Door
  /** What stands above it. */
  head?: (about: About | undefined) => ReactNode
  /** The company's name, for templates. */
  company: string
}
/** One conversation: what was said, the newest in sight, and where the next is written. */
export function Conversation({ door, head, company }: Props) {
  const { list, first, partly, messages, pending, send } = useConversation(door)
  const about = first?.about
  const adjustments = first?.adjustments ?? []
  const place = useRef<HTMLDivElement>(null)
  useNewest(place, messages.at(-1)?.id ?? 0, pending.length)
  useRead(place, door, first?.unread ?? 0, messages.at(-1)?.id ?? 0)
  const failed = list.isError && !first
  return (
    <div className="conversation">
      {head?.(about)}
      {/* It scrolls: the keyboard reaches it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="talk-scroll" ref={place} tabIndex={0} role="region" aria-label={t('Conversa')}>
        <MoreButton list={list} look="txt small full" />
        {list.isPending && !first && <Loading rows={3} />}
        {partly && <p className="xs t2 nothing">{t('As mensagens mais antigas precisam de internet.')}</p>}
        {failed && (
          <Failed
            what={t('Não conseguimos carregar esta conversa.')}
            error={list.error}
            retry={() => void list.refetch()}
          />
        )}
        {first && messages.length + pending.length + adjustments.length === 0 && (
          <p className="t2 sm nothing">
            {door.staff
              ? about?.kind === 'cliente'
                ? t('Ninguém escreveu ainda. O cliente lê o que você escrever em Meus pedidos.')
                : t('Ninguém escreveu ainda. O cliente lê o que você escrever na página do pedido dele.')
              : t('Escreva à empresa: a resposta aparece aqui.')}
          </p>
        )}
        <Bubbles
          messages={interleave(messages, adjustments, list.data ? list.hasNextPage : first?.more === true)}
          pending={pending}
          staff={door.staff}
          company={company}
          seen={first?.seen_id ?? 0}
        />
      </div>
      {about?.status === 'cancelado' && <p className="sm t2 said-note">{t('Este pedido foi cancelado.')}</p>}
      {about?.closed ? (
        <p className="note">
          <Icon name="lock" size="s" />
          {t(about.closed)}
        </p>
      ) : (
        <Composer
          key={door.draft}
          draft={door.draft}
          holds={door.path === ''}
          send={send}
          {...(door.staff && {
            tools: (text: string, put: (text: string) => void) => (
              <Tools about={about} company={company} text={text} put={put} />
            ),
          })}
        />
      )}
    </div>
  )
}
/** The newest stays in sight while nobody reads further up. */
function useNewest(place: RefObject<HTMLDivElement | null>, last: number, pending: number): void {
  const before = useRef({ last: 0, pending: 0 })
  useLayoutEffect(() => {
    const el = place.current
    if (!el || (before.current.last === last && before.current.pending === pending)) return
    const far = el.scrollHeight - el.scrollTop - el.clientHeight > 400
    const own = pending > before.current.pending
    if (before.current.last === 0 || own || !far) el.scrollTo({ top: el.scrollHeight })
    before.current = { last, pending }
  }, [place, last, pending])
}
/** What stands in sight is read. */
function useRead(place: RefObject<HTMLDivElement | null>, door: Door, unread: number, last: number): void {
  const client = useQueryClient()
  const mark = useEffectEvent((until: number) =>
    door.mark(until).then(
      () => void client.invalidateQueries({ queryKey: door.path ? ['messages'] : door.key }),
      // Without a network it is read the next time.
      () => {},
    ),
  )
  useEffect(() => {
    const el = place.current
    if (!el || unread === 0 || last === 0) return
    let isShown = false
    const look = () => {
      if (!isShown || document.visibilityState !== 'visible') return
      watch.disconnect()
      document.removeEventListener('visibilitychange', look)
      void mark(last)
    }
    const watch = new IntersectionObserver(([entry]) => {
      isShown = entry?.isIntersecting === true
      look()
    })
    watch.observe(el)
    document.addEventListener('visibilitychange', look)
    return () => {
      watch.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [place, unread, last])
}
