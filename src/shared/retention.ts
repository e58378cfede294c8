// How long what is kept: the one list. Each line is days after the moment named beside it; the setting RETENTION changes
// them between the bounds, the daily sweep (platform) deletes by them, and the privacy page tells them.
interface Kept {
  /** Days, when RETENTION says nothing. */
  days: number
  least: number
  most: number
}
export const KEPT = {
  /** Counted tries, after their window. */
  hits: { days: 0, least: 0, most: 30 },
  /** Sign-ins, after their last use; admins' and visitors' end sooner by themselves. */
  sessions: { days: 30, least: 1, most: 30 },
  /** Links that set a password, after their validity. */
  tokens: { days: 0, least: 0, most: 30 },
  /** Bulk changes that can be taken back, after that day or the taking back. */
  undos: { days: 0, least: 0, most: 30 },
  /** What was put off on the list of the day, after the day it was put off to. */
  put_offs: { days: 2, least: 2, most: 90 },
  /** Jobs that failed for good, after their last try. */
  jobs: { days: 30, least: 7, most: 365 },
  /** Mails with whom they went to, after sending; also what stands in the outbox's folder. A trial's are counted. */
  mails: { days: 90, least: 60, most: 1825 },
  /** On which days a person with a name opened the catalogue. */
  openings: { days: 90, least: 7, most: 365 },
  /** How many devices opened a catalogue on a day: numbers without anybody. */
  visits: { days: 1825, least: 400, most: 3650 },
  /** Photos that were uploaded and are shown nowhere, after the upload. */
  loose_photos: { days: 90, least: 7, most: 1825 },
  /** What people were told, after it was told. */
  notices: { days: 90, least: 7, most: 365 },
  /** Devices that take notices, after they were last opened. */
  devices: { days: 60, least: 7, most: 365 },
  /** Requests for prices, after the answer, or the question when nobody answered. */
  price_requests: { days: 365, least: 30, most: 1825 },
  /** Requests to subscribe, after the answer; four times as long when nobody answered. */
  subscription_requests: { days: 90, least: 30, most: 1825 },
  /** The answer about measuring, which has to be provable (LGPD, art. 8, § 2). */
  consents: { days: 1825, least: 365, most: 3650 },
  /** A company's log of changes, and the platform's: as long as a claim may be made (Lei 8.078/1990, art. 27). */
  logs: { days: 1825, least: 180, most: 3650 },
  platform_log: { days: 1825, least: 180, most: 3650 },
} satisfies Record<string, Kept>
export type Kind = keyof typeof KEPT
export type Retention = Record<Kind, number>
export const KINDS = Object.keys(KEPT) as Kind[]
export const DEFAULT_RETENTION = Object.fromEntries(KINDS.map((kind) => [kind, KEPT[kind].days])) as Retention
