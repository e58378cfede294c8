// Mails as a mail server took them, and which of those that came twice a kill excuses.
import type { SmtpSimulator } from './simulators.ts'

export interface Taken {
  /** Its Message-ID. */
  id: string
  /** What it is about: its subject names the order. */
  about: string
  at: number
}
/** What was killed when, and when all of it was back. */
export interface Kill {
  at: number
  back: number
}
export const takenFor = (smtp: Pick<SmtpSimulator, 'messages' | 'times'>, to: string): Taken[] =>
  smtp.messages.flatMap((m, i) => {
    const word = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(m)?.[1] ?? ''
    return word('to') === to
      ? [
          {
            id: /<(.*)@[^>]+>/.exec(word('message-id'))?.[1] ?? '',
            about: word('subject'),
            at: smtp.times[i] ?? 0,
          },
        ]
      : []
  })
/** What came under more than one Message-ID: a reader's mailbox shows it twice. */
export function underOtherNames(taken: readonly Taken[]): string[] {
  const first = new Map<string, string>()
  for (const { about, id } of taken) if (!first.has(about)) first.set(about, id)
  return taken.flatMap(({ about, id }) => (first.get(about) === id ? [] : [about]))
}
/** Mails on their way at once: MAIL_CONNECTIONS. */
export const AT_ONCE = 16
/** Mails that came twice although nothing was killed between the mail server's word and our mark: a mail was among the last
 * sixteen taken before the kill, or was taken while what was killed was away. */
export function twiceWithoutCause(taken: readonly Taken[], kills: readonly Kill[]): string[] {
  const last = new Map<string, number>()
  const excused = (first: number, second: number) =>
    kills.some(
      (k) =>
        k.at <= second &&
        first <= k.back &&
        (first >= k.at || taken.filter(({ at }) => at > first && at < k.at).length < AT_ONCE),
    )
  return taken.flatMap(({ id, at }) => {
    const before = last.get(id)
    last.set(id, at)
    return before !== undefined && !excused(before, at) ? [id] : []
  })
}
