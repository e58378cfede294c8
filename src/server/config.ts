// Settings come from the environment once, here. Names: README "Settings".
import { createECDH, randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import proxyAddr from '@fastify/proxy-addr'
import { type DemoAccess, demoSetting } from './demo-access.ts'
import { readOrDraw } from './drawn-secret.ts'
import { BOUNDS, type Bounds } from './intake.ts'
import { makeFolder } from './make-folder.ts'
import { type Shares, SHARES } from './shares.ts'
import { DEFAULT_RETENTION, KEPT, KINDS, type Kind, type Retention } from '#shared/retention.ts'
import {
  CannotStart,
  databaseSetting,
  jsonSetting,
  numberSetting,
  senderSetting,
  urlSetting,
  wordSetting,
} from './settings.ts'

export interface RateLimits {
  /** Password tries per account in 15 minutes. */
  login_account: number
  login_ip: number
  forgot_account: number
  forgot_ip: number
  login_client_ip: number
  login_client_company: number
  order_session: number
  order_ip: number
  order_company: number
  order_user: number
  message_link: number
  message_ip: number
  message_client: number
  /** The mail of one order or quote sent once more, in a minute and in a day. */
  mail_again_minute: number
  mail_again_day: number
  /** Mails in a day (decision 0104): of a company on trial and of one that pays, and of each to one recipient who is not its
   * own; to an address that was not confirmed, of all companies on trial together. */
  mail_trial_day: number
  mail_trial_recipient: number
  mail_day: number
  mail_recipient: number
  mail_stranger: number
  /** Links to confirm an address: of one address in a minute and in a day, of one company in a day. */
  confirm_minute: number
  confirm_address: number
  confirm_company: number
  /** PDFs made again for whoever has an old one, in an hour. */
  catalog_link: number
  catalog_ip: number
  /** Subscription requests without a session, in an hour and in a day. */
  subscribe_ip: number
  subscribe_company: number
  /** Requests of one company's key in a minute. */
  key: number
  /** New companies by sign-up in an hour. */
  signup_ip: number
  /** Calls that strangers can reach, in a minute: of an address without an account, of an account or a visitor's
   * session, of all in a company. A fair's visitors share an address. */
  open_ip: number
  open_account: number
  open_company: number
  /** What is no call, in a minute of an address: pages, and what comes from the disk. A phone that opens a catalogue asks
   * for half a dozen of the first (the page, what installs it, its icons) and up to a hundred of the second (scripts,
   * pictures): a fair where 300 people do so in the same minute stays below both. The copy of pictures on a device asks
   * for thousands: 60,000 are those of twenty devices in one office that copy 3,000 products each in the same minute, and
   * what were too many would come the next time. */
  page_ip: number
  file_ip: number
}
export const DEFAULT_LIMITS: RateLimits = {
  login_account: 5,
  login_ip: 20,
  forgot_account: 3,
  forgot_ip: 10,
  login_client_ip: 600,
  login_client_company: 3000,
  order_session: 20,
  order_ip: 300,
  order_company: 600,
  order_user: 120,
  message_link: 10,
  message_ip: 60,
  message_client: 30,
  mail_again_minute: 1,
  mail_again_day: 5,
  mail_trial_day: 200,
  mail_trial_recipient: 10,
  mail_day: 2000,
  mail_recipient: 50,
  mail_stranger: 10,
  confirm_minute: 1,
  confirm_address: 5,
  confirm_company: 10,
  catalog_link: 6,
  catalog_ip: 20,
  subscribe_ip: 5,
  subscribe_company: 3,
  key: 300,
  signup_ip: 5,
  open_ip: 6000,
  open_account: 3000,
  open_company: 12_000,
  page_ip: 6000,
  file_ip: 60_000,
}
/** What a process does: answers, works through the queue, or both. */
export type Role = 'all' | 'web' | 'worker'
export interface Config {
  role: Role
  /** How many processes share the address. */
  processes: number
  port: number
  host: string
  dataDir: string
  /** Where files are kept instead of in the data folder: s3://bucket/prefix; '' there. */
  s3Url: string
  databaseUrl: string
  ownerUrl: string
  baseDomain: string
  mainSiteUrl: string
  appKey: string
  /** Proxies whose forwarding headers count: addresses, networks, names of proxy-addr. */
  trustProxy: string[]
  smtpUrl: string
  /** Whom mails come from: an address, or a name and an address. */
  mailFrom: string
  /** Connections to the mail server at once. */
  mailConnections: number
  limits: RateLimits
  limitsRaised: boolean
  /** What requests may hold in memory. */
  bounds: Bounds
  /** What a company's requests may take of the process at once. */
  shares: Shares
  demo: DemoAccess
  publicUrl: string
  /** What a payment service signs its messages with; '' takes none. */
  webhookSecret: string
  /** Who may read /metrics from another machine; '' nobody. */
  metricsToken: string
  /** Where backups go, for /metrics; '' nowhere. */
  backupTo: string
  /** Where addresses by CEP are asked, with {cep} in it. */
  cepUrl: string
  /** ERPs answered by simulators, by type. Tests only. */
  erpHosts: Record<string, string>
  /** 1: the pace that ERPs ask for; less only in tests. */
  erpPace: number
  /** Milliseconds that an ERP has at least for an answer, whatever the pace; more in tests. */
  erpPatience: number
  /** The platform's own keys at ERPs; '' when it has none. */
  blingId: string
  blingSecret: string
  pedidookPartner: string
  /** What this product signs pushes with (VAPID, RFC 8292): the private key, base64url. */
  pushKey: string
  /** Push services answered by simulators: their origins. Tests only. */
  pushHosts: string[]
  /** Other systems answered by simulators, for webhooks and feeds: their origins. Tests only. */
  otherHosts: string[]
  /** Where map tiles come from, with {z}, {x} and {y} in it. */
  tilesUrl: string
  /** Whether devices keep the pages with a service worker; off takes away those that do. */
  worker: boolean
  /** Days that what is no order and no product is kept. */
  retention: Retention
}

const WEB = ['http:', 'https:']

function trustedProxies(): string[] {
  const names = (process.env.TRUST_PROXY ?? '').split(',').filter(Boolean)
  try {
    proxyAddr.compile(names)
  } catch {
    throw new CannotStart(
      `TRUST_PROXY não serve: "${names.join(',')}". Use loopback, uniquelocal, ou os endereços dos proxies separados por vírgula.`,
    )
  }
  return names
}
/** The signing key: APP_KEY, else one made once and kept in the data folder. */
function appKey(dataDir: string): string {
  if (process.env.APP_KEY) return process.env.APP_KEY
  if (process.env.NODE_ENV === 'production')
    throw new CannotStart('APP_KEY não está definida. Defina-a antes de iniciar em produção.')
  return readOrDraw(join(dataDir, 'app.key'), () => randomBytes(32).toString('base64url'))
}

/** The key that pushes are signed with: PUSH_KEY, else one made once and kept in the data folder. Browsers subscribed
 * under it. */
function pushKey(dataDir: string): string {
  if (process.env.PUSH_KEY) return process.env.PUSH_KEY
  return readOrDraw(join(dataDir, 'push.key'), () => {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    // Leading zeros belong to it.
    return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url')
  })
}

/** RETENTION: days by kind, whole and within what law and use allow. */
function retention(env: NodeJS.ProcessEnv): Retention {
  const asked = jsonSetting<Record<string, unknown>>(env, 'RETENTION', '{"mails":180}') ?? {}
  for (const [name, days] of Object.entries(asked)) {
    if (!Object.hasOwn(KEPT, name))
      throw new CannotStart(`RETENTION: "${name}" precisa ser um destes, com um número de dias: ${KINDS.join(', ')}.`)
    const { least, most } = KEPT[name as Kind]
    if (typeof days !== 'number' || !Number.isInteger(days) || days < least || days > most)
      throw new CannotStart(
        `RETENTION: ${name} precisa ser um número inteiro de ${least} a ${most} dias. Agora é ${JSON.stringify(days)}.`,
      )
  }
  return { ...DEFAULT_RETENTION, ...(asked as Partial<Retention>) }
}

/** CLOCK stops the clock: for tests only. */
function assertClock({ CLOCK, NODE_ENV }: NodeJS.ProcessEnv): void {
  if (!CLOCK) return
  if (NODE_ENV === 'production') throw new CannotStart('CLOCK vale só em testes: ela para o relógio. Retire-a.')
  if (Number.isNaN(Date.parse(CLOCK)))
    throw new CannotStart(`CLOCK precisa ser um momento como 2026-11-23T10:00-03:00. Agora é "${CLOCK}".`)
}
export function loadConfig(urls: { app: string; owner: string }, over: Partial<Config> = {}): Config {
  const env = process.env
  const dataDir = resolve(over.dataDir ?? (env.DATA_DIR || 'data'))
  makeFolder(dataDir)
  const host = env.HOST ?? '127.0.0.1'
  const port = over.port ?? numberSetting(env, 'PORT', 3000, 1, 65_535)
  const raised = jsonSetting<Partial<RateLimits>>(env, 'RATE_LIMITS', '{"order_ip":1000}')
  if (raised && host !== '127.0.0.1') throw new CannotStart('RATE_LIMITS vale só em testes, com HOST 127.0.0.1.')
  const unknown = Object.entries(raised ?? {}).find(([k, v]) => !(k in DEFAULT_LIMITS) || typeof v !== 'number')
  if (unknown)
    throw new CannotStart(
      `RATE_LIMITS: "${unknown[0]}" precisa ser um destes, com um número: ${Object.keys(DEFAULT_LIMITS).join(', ')}.`,
    )
  const erpHosts = jsonSetting<Record<string, string>>(env, 'ERP_TEST_HOSTS', '{"bling":"http://127.0.0.1:9000"}') ?? {}
  if (Object.keys(erpHosts).length && (host !== '127.0.0.1' || env.NODE_ENV === 'production'))
    throw new CannotStart('ERP_TEST_HOSTS vale só em testes, com HOST 127.0.0.1.')
  assertClock(env)
  wordSetting(env, 'LOG_LEVEL', 'warn', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) databaseSetting(env, name)
  numberSetting(env, 'REQUEST_PATIENCE', 5, 5, 300)
  const publicUrl = urlSetting(env, 'PUBLIC_URL', `http://localhost:${port}`, WEB)
  return {
    role: wordSetting(env, 'ROLE', 'all', ['all', 'web', 'worker']) as Role,
    processes: numberSetting(env, 'WEB_CONCURRENCY', 1, 1, 64),
    port,
    host,
    dataDir,
    s3Url: env.S3_URL ?? '',
    databaseUrl: urls.app,
    ownerUrl: urls.owner,
    baseDomain: env.BASE_DOMAIN ?? new URL(publicUrl).hostname,
    mainSiteUrl: urlSetting(env, 'MAIN_SITE_URL', '', WEB),
    appKey: appKey(dataDir),
    trustProxy: trustedProxies(),
    smtpUrl: urlSetting(env, 'SMTP_URL', '', ['smtp:', 'smtps:']),
    mailFrom: senderSetting(env, 'MAIL_FROM', `Mostruário <nao-responda@${new URL(publicUrl).hostname}>`),
    mailConnections: numberSetting(env, 'MAIL_CONNECTIONS', 16, 1, 100),
    limits: { ...DEFAULT_LIMITS, ...raised },
    limitsRaised: raised !== null,
    bounds: BOUNDS,
    shares: SHARES,
    demo: demoSetting(env, { host, publicUrl }),
    metricsToken: env.METRICS_TOKEN ?? '',
    backupTo: env.BACKUP_TO ?? '',
    webhookSecret: env.PIX_WEBHOOK_SECRET ?? '',
    cepUrl: urlSetting(env, 'CEP_URL', 'https://viacep.com.br/ws/{cep}/json/', WEB),
    erpHosts,
    erpPace: 1,
    erpPatience: 1500,
    blingId: env.BLING_CLIENT_ID ?? '',
    blingSecret: env.BLING_CLIENT_SECRET ?? '',
    pedidookPartner: env.PEDIDOOK_PARTNER_TOKEN ?? '',
    pushKey: pushKey(dataDir),
    pushHosts: [],
    otherHosts: [],
    tilesUrl: urlSetting(env, 'TILES_URL', 'https://tile.openstreetmap.org/{z}/{x}/{y}.png', WEB),
    worker: wordSetting(env, 'WORKER', 'on', ['on', 'off']) === 'on',
    publicUrl,
    retention: retention(env),
    ...over,
  }
}
