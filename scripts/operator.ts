// npm run operator -- help: what an operator needs before there is a screen, or when the screens are out of reach.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { features } from '#features.ts'
import { GONE } from '#features/platform/rules.ts'
import { markRestored, platformDay } from '#features/platform/server/index.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { loadConfig } from '#server/config.ts'
import { asTx } from '#server/db.ts'
import { hashPassword } from '#server/passwords.ts'
import { CannotStart } from '#server/settings.ts'
import { assertSameVersion, type OpenInstallation, openInstallation } from './open-installation.ts'

const HELP = `Uso: npm run operator -- COMANDO

  create E-MAIL NOME        cria um operador da plataforma e mostra a senha uma vez
  password E-MAIL           troca a senha de um operador, mostra a nova e encerra as sessões dele
  operators                 lista os operadores
  disable E-MAIL            um operador deixa de entrar
  companies [TEXTO]         lista empresas: número, endereço, validade, situação
  extend EMPRESA AAAA-MM-DD muda a validade
  block EMPRESA MOTIVO      bloqueia; unblock EMPRESA desbloqueia
  restore EMPRESA           traz de volta uma empresa excluída há menos de 30 dias
  mails                     e-mails parados ou devolvidos; retry NÚMERO põe um deles na fila de novo
  day                       faz agora o trabalho diário (avisos, cobranças, exclusões)
  help                      mostra isto

EMPRESA é o número ou o endereço. Tudo o que muda fica no registro da plataforma.
`
const [, , word = 'help', ...args] = process.argv
const say = (line: string) => process.stdout.write(`${line}\n`)
/** Ends the command with a sentence and code 1. */
const stop = (line: string): never => {
  throw new CannotStart(line)
}
if (['help', '--help', '-h'].includes(word)) {
  say(HELP)
  process.exit(0)
}
let installation: OpenInstallation
let client: pg.Client
const rows = async (text: string, values: unknown[] = []) =>
  (await client.query(text, values)).rows as Record<string, unknown>[]
const changed = async (text: string, values: unknown[]) => (await client.query(text, values)).rowCount ?? 0
const newPassword = () => randomBytes(18).toString('base64url')
const emailOf = () => (args[0]?.includes('@') ? args[0].toLowerCase() : stop('Informe o e-mail.'))
/** One company, by number or address, deleted ones too. */
async function company(): Promise<{ id: number; name: string }> {
  const [found] = await rows('select id, name from companies where path = $1 or id::text = $1', [args[0] ?? ''])
  return found ? { id: Number(found.id), name: String(found.name) } : stop(`Não há empresa "${args[0] ?? ''}".`)
}
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
    const email = emailOf()
    const password = newPassword()
    const made = await changed(
      `insert into users (company_id, level, name, email, password_hash) values (null, 0, $1, $2, $3)
       on conflict do nothing`,
      [args.slice(1).join(' ') || 'Operação', email, await hashPassword(password)],
    )
    if (!made) stop(`Já existe um operador com o e-mail ${email}.`)
    await note(null)
    say(`Operador ${email} criado. Senha (anote agora): ${password}`)
  },
  async password() {
    const email = emailOf()
    const password = newPassword()
    const [user] = await rows(
      'update users set password_hash = $2 where level <= 0 and lower(email) = $1 and deleted_at is null returning id',
      [email, await hashPassword(password)],
    )
    if (!user) return stop(`Não há operador com o e-mail ${email}.`)
    await changed('delete from sessions where user_id = $1', [user.id])
    await note(null)
    say(`Senha nova de ${email} (anote agora): ${password}`)
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
    if (!/^\d{4}-\d{2}-\d{2}$/.test(args[1] ?? '') || Number.isNaN(Date.parse(args[1] ?? '')))
      stop('Informe a data como AAAA-MM-DD.')
    await changeCompany('valid_until = $2', [args[1]])
  },
  async block() {
    if (args.length < 2) stop('Informe o motivo.')
    await changeCompany('is_blocked = true, blocked_reason = $2', [args.slice(1).join(' ')])
  },
  unblock: () => changeCompany("is_blocked = false, blocked_reason = ''", []),
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
      [Number(args[0]) || 0],
    )
    if (!mail) return stop('Não há e-mail parado com este número.')
    await rows('select app.send_mail($1, $2)', [mail.id, mail.company_id])
    await note(mail.company_id)
    say('Na fila de novo.')
  },
  async day() {
    const built = await buildApp(loadConfig(installation.urls, { dataDir: installation.dataDir }), { features })
    await platformDay(built.kit)
    await built.close()
    say('Trabalho do dia feito.')
  },
}
const command = COMMANDS[word]
if (!command) {
  say(`Não conheço "${word}".\n`)
  say(HELP)
  process.exit(1)
}
process.exit(await run(command))

async function run(command: () => Promise<void>): Promise<number> {
  try {
    installation = await openInstallation(say)
    client = new pg.Client({ connectionString: installation.urls.owner })
    await client.connect()
    await assertSameVersion(client)
    await command()
    return 0
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    say(error.message)
    return 1
  } finally {
    await client?.end()
    await installation?.close()
  }
}
