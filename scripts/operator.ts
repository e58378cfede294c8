// npm run operator -- help: what an operator needs before there is a screen, or when the screens are out of reach.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { features } from '#features.ts'
import { GONE } from '#features/platform/rules.ts'
import { markDeleted, markRestored, platformDay } from '#features/platform/server/index.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { type Config, loadConfig } from '#server/config.ts'
import { asTx } from '#server/db.ts'
import { assertSameKey } from '#server/installation-key.ts'
import { enqueue } from '#server/jobs.ts'
import { mailer, outboxOf } from '#server/mail.ts'
import { hashPassword } from '#server/passwords.ts'
import { CannotStart } from '#server/settings.ts'
import { openStorage } from '#server/storage_s3.ts'
import { isDay } from '#shared/day.ts'
import { readCommandLine, sentenceOf } from './command-line.ts'
import { companySizes } from './company-sizes.ts'
import { removeDemo } from './demo/remove.ts'
import { locateDataFolder } from './data-folder.ts'
import { HELP } from './operator-help.ts'
import { assertFewWords, emailIn, nameIn, newEmail, reasonIn } from './operator-input.ts'
import { assertSameVersion, type OpenInstallation, openInstallation } from './open-installation.ts'

const { positionals } = readCommandLine(HELP.replace(/^Uso: /, '').trimEnd(), {}, Infinity)
const [word = 'help', ...args] = positionals
const say = (line: string) => process.stdout.write(`${line}\n`)
/** Ends the command with a sentence and code 1. */
const stop = (line: string): never => {
  throw new CannotStart(line)
}
if (word === 'help') {
  say(HELP)
  process.exit(0)
}
let installation: OpenInstallation
let client: pg.Client
const rows = async (text: string, values: unknown[] = []) =>
  (await client.query(text, values)).rows as Record<string, unknown>[]
const changed = async (text: string, values: unknown[]) => (await client.query(text, values)).rowCount ?? 0
const newPassword = () => randomBytes(18).toString('base64url')
const emailOf = () => emailIn(args[0])
/** One company, by number or address, deleted ones too. */
async function company(named = args[0] ?? ''): Promise<{ id: number; name: string }> {
  const [found] = await rows('select id, name from companies where path = $1 or id::text = $1', [named])
  return found ? { id: Number(found.id), name: String(found.name) } : stop(`Não há empresa "${named}".`)
}
const ROLES = ['operador', 'administrador', 'vendedor', 'cliente']
/** The account with this e-mail: an operator's first, or that of the named company. Where several companies have one, the
 * company must be named. */
async function accountOf(email: string, lowest: number): Promise<{ id: number; company_id: number | null }> {
  const of = args[1] ? (await company(args[1])).id : null
  const found = await rows(
    `select u.id, u.company_id, u.level, c.path from users u left join companies c on c.id = u.company_id
     where lower(u.email) = $1 and u.level <= $2 and not u.is_visitor and u.deleted_at is null
       and ($3::bigint is null or u.company_id = $3) order by u.level, u.id`,
    [email, lowest, of],
  )
  if (found.length > 1 && Number(found[0]?.level) > 0)
    stop(`Há mais de uma conta com o e-mail ${email}: diga a empresa (${found.map((u) => u.path).join(', ')}).`)
  const who = lowest === 1 ? 'operador nem administrador' : 'conta'
  return (found[0] as { id: number; company_id: number | null }) ?? stop(`Não há ${who} com o e-mail ${email}.`)
}
/** Forgets wrong tries of these accounts, as a right password does. */
const unlock = (email: string, ids: number[]) =>
  changed('delete from rate_hits where key = any($1)', [
    [`login:${email}`, `forgot:${email}`, ...ids.map((id) => `password:${id}`)],
  ])
const config = (): Config => loadConfig(installation.urls, { dataDir: installation.dataDir })
/** Into the platform's log, about a company or about none: that it came from here, beside what triggers write of it. */
const note = (company: unknown, what = args.join(' ')) =>
  changed(
    `insert into platform_log (who, action, object, object_id, about_company, name)
       values ('linha de comando', 'update', case when $1::bigint is null then 'platform' else 'company' end, $1, $1, $2)`,
    [company, `${word} ${what}`.trim()],
  )
async function changeCompany(set: string, value: unknown[]): Promise<void> {
  const c = await company()
  await changed(`update companies set ${set}, version = version + 1 where id = $1`, [c.id, ...value])
  await note(c.id, args.slice(1).join(' '))
  say(`${c.name}: feito.`)
}
const COMMANDS: Record<string, () => Promise<void>> = {
  async create() {
    const email = newEmail(args[0])
    const name = nameIn(args.slice(1).join(' '))
    const password = newPassword()
    const made = await changed(
      `insert into users (company_id, level, name, email, password_hash) values (null, 0, $1, $2, $3)
       on conflict do nothing`,
      [name, email, await hashPassword(password)],
    )
    if (!made) stop(`Já existe um operador com o e-mail ${email}.`)
    await note(null)
    say(`Operador ${email} criado. Senha (anote agora): ${password}`)
  },
  async password() {
    const email = emailOf()
    const user = await accountOf(email, 1)
    const password = newPassword()
    // Its password is no longer the printed one.
    await changed('update users set password_hash = $2, demo = false where id = $1', [
      user.id,
      await hashPassword(password),
    ])
    await changed('delete from sessions where user_id = $1', [user.id])
    await unlock(email, [user.id])
    await note(user.company_id)
    say(`Senha nova de ${email} (anote agora): ${password}`)
  },
  async unlock() {
    const email = emailOf()
    const found = await rows('select id from users where lower(email) = $1 and deleted_at is null', [email])
    if (found.length === 0) stop(`Não há conta com o e-mail ${email}.`)
    const many = await unlock(
      email,
      found.map(({ id }) => Number(id)),
    )
    if (many > 0) await note(null)
    say(many > 0 ? 'Feito: a conta pode entrar.' : 'Não estava fechada: nada mudou.')
  },
  async sessions() {
    const id = args[0] ? (await company()).id : null
    const open = await rows(
      `select u.email, u.name, u.level, c.path, to_char(s.last_seen, 'YYYY-MM-DD HH24:MI TZ') as seen,
         left(s.user_agent, 60) as agent
       from sessions s join users u on u.id = s.user_id left join companies c on c.id = s.company_id
       where s.kind <> 'public' and ($1::bigint is null or s.company_id = $1)
         and s.last_seen > now() - case when u.level <= 1 or not s.stay then interval '12 hours' else interval '30 days' end
         and s.created_at > now() - case when u.level <= 1 then interval '7 days' else interval '90 days' end
         and (s.expires_at is null or s.expires_at > now())
       order by s.last_seen desc limit 500`,
      [id],
    )
    for (const s of open)
      say([s.seen, s.path ?? 'plataforma', ROLES[Math.max(0, Number(s.level))], s.email || s.name, s.agent].join('\t'))
    if (open.length === 0) say('Ninguém está com sessão aberta.')
  },
  async signout() {
    const email = emailOf()
    const user = await accountOf(email, 3)
    const ended = await changed('delete from sessions where user_id = $1', [user.id])
    await note(user.company_id)
    say(`Sessões encerradas: ${ended}.`)
  },
  async operators() {
    for (const u of await rows(
      'select name, email, active from users where level <= 0 and deleted_at is null order by email',
    ))
      say(`${u.email}\t${u.name}${u.active ? '' : '\tdesligado'}`)
  },
  async disable() {
    const [others] = await rows(
      'select count(*)::int as n from users where level <= 0 and active and deleted_at is null and lower(email) <> $1',
      [emailOf()],
    )
    if (others?.n === 0) stop('É o último operador ativo. Crie outro antes.')
    const [user] = await rows('update users set active = false where level <= 0 and lower(email) = $1 returning id', [
      emailOf(),
    ])
    if (!user) return stop('Não há operador com este e-mail.')
    await changed('delete from sessions where user_id = $1', [user.id])
    await note(null)
    say('Feito: não entra mais e saiu de todos os aparelhos.')
  },
  async companies() {
    const found = await rows(
      `select id, path, name, valid_until, trial, is_blocked, deleted_at from companies
       where name ilike '%' || $1 || '%' or path ilike '%' || $1 || '%' order by name limit 200`,
      [args.join(' ')],
    )
    for (const c of found)
      say(
        [
          c.id,
          c.path,
          c.name,
          c.valid_until,
          c.deleted_at ? 'excluída' : c.is_blocked ? 'bloqueada' : c.trial ? 'em teste' : 'ativa',
        ].join('\t'),
      )
    if (found.length === 0) say('Nenhuma empresa assim.')
  },
  async extend() {
    if (!isDay(args[1] ?? '')) stop('Informe a data como AAAA-MM-DD.')
    await changeCompany('valid_until = $2', [args[1]])
  },
  async block() {
    await changeCompany('is_blocked = true, blocked_reason = $2', [reasonIn(args.slice(1).join(' '))])
  },
  unblock: () => changeCompany("is_blocked = false, blocked_reason = ''", []),
  async delete() {
    const c = await company()
    await changed('begin', [])
    if (!(await markDeleted(asTx(client), c.id, systemClock.now()))) stop(`${c.name} já estava excluída.`)
    await rows("select set_config('app.company_id', $1, true)", [String(c.id)])
    await enqueue(asTx(client), 'keep_archive', {}, { key: `archive-${c.id}` })
    await note(c.id, '')
    await changed('commit', [])
    say(`${c.name}: fora do ar. Em 30 dias os dados são apagados; até lá, restore ${c.id} a traz de volta.`)
  },
  async sizes() {
    say(['empresa', 'endereço', 'linhas', 'fotos', 'MB de arquivos'].join('\t'))
    const sizes = await companySizes(client, await openStorage({ ...installation, s3Url: process.env.S3_URL ?? '' }))
    for (const c of sizes) say([c.id, c.path, c.rows, c.pictures, c.megabytes].join('\t'))
  },
  async restore() {
    const c = await company()
    if (!(await markRestored(asTx(client), c.id, systemClock.now()))) stop(GONE)
    await note(c.id, '')
    say(`${c.name}: feito.`)
  },
  async mails() {
    // Why one that waits did not leave is known to its job.
    const waiting = await rows(
      `select m.id, m.recipient, m.template, m.status, m.tries,
         coalesce(nullif(m.note, ''), split_part(j.last_error, E'\\n', 1)) as note
       from mails m left join graphile_worker.jobs j on j.key = 'mail-' || m.id
       where m.status <> 'enviada' order by m.id desc limit 100`,
    )
    for (const m of waiting) say([m.id, m.status, `${m.tries} tentativas`, m.template, m.recipient, m.note].join('\t'))
    if (waiting.length === 0) say('Nenhum e-mail parado.')
  },
  async retry() {
    const [mail] = await rows(
      "update mails set status = 'espera', note = '' where id = $1 and status <> 'enviada' returning id, company_id",
      [/^\d{1,15}$/.test(args[0] ?? '') ? args[0] : 0],
    )
    if (!mail) return stop('Não há e-mail parado com este número.')
    await rows('select app.send_mail($1, $2)', [mail.id, mail.company_id])
    await note(mail.company_id)
    say('Na fila de novo.')
  },
  async testmail() {
    const to = emailOf()
    const { smtpUrl, mailFrom, dataDir } = config()
    if (!smtpUrl) stop('SMTP_URL não está definida: e-mails ficam em DATA_DIR/mail e não chegam a ninguém.')
    const written = systemClock.now()
    const mail = { key: `teste-${written.getTime()}`, written, to, subject: 'Teste do Mostruário' }
    const text = `Este é um e-mail de teste, enviado em ${written.toISOString()}.`
    const post = mailer(smtpUrl, outboxOf(dataDir), mailFrom, 1)
    await post
      .sendMail({ ...mail, text })
      .catch((error: Error) => stop(`O servidor de e-mail recusou: ${error.message}`))
    post.closeMail()
    say(`Enviado de ${mailFrom} para ${to}. Confira a caixa de entrada e a de spam.`)
  },
  async demo() {
    if (args[0] !== 'remove') stop('Use: npm run operator -- demo remove')
    await changed('begin', [])
    const lines = await removeDemo(client, systemClock.now())
    await note(null)
    await changed('commit', [])
    lines.forEach(say)
    const [left] = await rows(
      'select 1 from users where level <= 0 and active and password_hash is not null and deleted_at is null',
    )
    if (!left) say('Não há operador que possa entrar. Crie um: npm run operator -- create E-MAIL NOME')
  },
  async day() {
    const built = await buildApp(config(), { features })
    await platformDay(built.kit)
    await built.close()
    say('Trabalho do dia feito.')
  },
}
const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
if (!command) {
  say(`Não conheço "${word}".\n`)
  say(HELP)
  process.exit(1)
}
process.exit(await run(command))

async function run(command: () => Promise<void>): Promise<number> {
  try {
    assertFewWords(word, args)
    installation = await openInstallation(say)
    client = new pg.Client({ connectionString: installation.urls.owner })
    await client.connect()
    await assertSameVersion(client)
    await assertSameKey(client, installation.dataDir)
    await command()
    return 0
  } catch (error) {
    say(sentenceOf(error, locateDataFolder()))
    return 1
  } finally {
    await client?.end()
    await installation?.close()
  }
}
