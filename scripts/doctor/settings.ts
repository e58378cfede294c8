// Settings, this machine, the address and who stands in front of it.
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { accountName } from '#server/account.ts'
import { backupSettings } from '#server/backup/settings.ts'
import { type Config, loadConfig } from '#server/config.ts'
import { freeRoom } from '#server/disk.ts'
import { RECORD, RESTORING } from '#server/database-record.ts'
import { isWeakKey, readKey, WEAK_KEY } from '#server/installation-key.ts'
import { openSecrets } from '#server/private-files.ts'
import { embeddedHome } from '#server/postgres_home.ts'
import { CannotStart } from '#server/settings.ts'
import { locateDataFolder } from '../data-folder.ts'
import { holderOf } from '../start-lock.ts'
import { type Env, type Finding, fault, fine, isLoopback, warning } from './finding.ts'

const MB = 1024 * 1024
const LITTLE = 1024 * MB
const TOO_LITTLE = 200 * MB
/** Inodes. */
const FEW = 10_000
const TOO_FEW = 1000
/** A process that answers holds a line for each open screen. */
const OPEN_FILES = 1024

export function node(): Finding[] {
  const { node } = process.versions
  return Number(node.split('.')[0]) >= 24
    ? [fine(`Node ${node}`)]
    : [fault(`Aqui roda o Node ${node}; é preciso o 24.`, 'Rode npm ci: ele traz o Node certo.')]
}
/** All settings as a start would read them, in a folder that goes again: the doctor makes no keys. */
export function settings(env: Env): { config: Config | null; findings: Finding[] } {
  const apart = mkdtempSync(join(tmpdir(), 'mostruario-doctor-'))
  try {
    const config = loadConfig({ app: env.DATABASE_URL ?? '', owner: '' }, { dataDir: apart })
    backupSettings(env)
    return { config, findings: [fine('Configurações legíveis'), ...keyFindings(env, locateDataFolder())] }
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    return { config: null, findings: [fault(error.message, 'Corrija a configuração (README, Settings).')] }
  } finally {
    rmSync(apart, { recursive: true, force: true })
  }
}
function keyFindings(env: Env, dataDir: string): Finding[] {
  const key = readKey(env, dataDir)
  // Another account's: said with the data folder.
  if (key === null) return []
  if (!key && existsSync(join(dataDir, RECORD)))
    return [
      fault(
        `APP_KEY falta: ${join(dataDir, 'app.key')} não existe ou está vazio, e a variável não está definida.`,
        'Traga-a de volta (settings.env de um backup restaurado); com uma nova o início é recusado.',
      ),
    ]
  if (!key) return [fine('APP_KEY será sorteada no primeiro início')]
  if (isWeakKey(key))
    return [
      fault(
        WEAK_KEY,
        'Numa instalação nova, defina-a com openssl rand -base64 32. Trocá-la depois encerra links pessoais e pede as chaves de ERP de novo.',
      ),
    ]
  return [fine('APP_KEY definida')]
}
export async function dataFolder(dataDir: string): Promise<Finding[]> {
  if (!existsSync(dataDir))
    return [
      warning(`A pasta de dados ${dataDir} ainda não existe.`, 'npm start a cria; confira DATA_DIR se não for nova.'),
    ]
  if (existsSync(join(dataDir, RESTORING)))
    return [fault(`Em ${dataDir} uma restauração parou no meio.`, 'Rode npm run restore outra vez.')]
  const probe = join(dataDir, `doctor-${process.pid}.part`)
  try {
    await writeFile(probe, 'x')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return [
      code === 'ENOSPC'
        ? fault(`Não há mais espaço em ${dataDir}.`, 'Libere espaço ou aumente o disco.')
        : fault(
            `${dataDir} não aceita gravação (${code}).`,
            'Dê a pasta à conta que roda o Mostruário (chown) ou corrija DATA_DIR.',
          ),
    ]
  } finally {
    // On a full disk it is there, empty.
    await rm(probe, { force: true }).catch(() => {})
  }
  const { home } = embeddedHome(dataDir, false)
  const out = [...ofOthers(dataDir), ...readable(dataDir, home), ...openFiles(dataDir)]
  const elsewhere = existsSync(home) && statSync(home).dev !== statSync(dataDir).dev ? [home] : []
  for (const folder of [dataDir, ...elsewhere]) out.push(...(await room(folder)))
  return out
}
async function room(folder: string): Promise<Finding[]> {
  const { bytes, inodes } = await freeRoom(folder)
  const said = `${Math.floor(bytes / MB)} MB livres em ${folder}`
  const files = `${inodes} arquivos ainda cabem em ${folder} (inodes), embora haja espaço`
  if (bytes < TOO_LITTLE) return [fault(`Só ${said}.`, 'Libere espaço antes que pedidos sejam recusados.')]
  if (inodes < TOO_FEW) return [fault(`Só ${files}.`, 'Apague arquivos pequenos deste disco, ou use outro.')]
  if (bytes < LITTLE) return [warning(`Só ${said}.`, 'Libere espaço ou aumente o disco.')]
  if (inodes < FEW) return [warning(`Só ${files}.`, 'Apague arquivos pequenos deste disco, ou use outro.')]
  return [fine(said)]
}
/** Files of another account than their folder: the server, or its next start, could not use them. The embedded database
 * has rules of its own (postgres-folders.ts). */
function ofOthers(dataDir: string): Finding[] {
  const { uid } = statSync(dataDir)
  const below = (folder: string) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [])
  const foreign = [...below(dataDir), ...below(join(dataDir, 'files')), ...below(join(dataDir, 'mail'))].filter(
    (path) => path !== join(dataDir, 'pg') && lstatSync(path, { throwIfNoEntry: false })?.uid !== uid,
  )
  const first = foreign[0]
  return first === undefined
    ? []
    : [
        fault(
          `${first} é da conta ${accountName(lstatSync(first).uid)}, a pasta de dados da conta ${accountName(uid)}${foreign.length > 1 ? ` (e mais ${foreign.length - 1})` : ''}.`,
          `Devolva o que está nela: sudo chown -R ${accountName(uid)}: ${[...new Set(foreign.map((p) => join(dataDir, relative(dataDir, p).split('/')[0] ?? '')))].join(' ')}`,
        ),
      ]
}
/** Secrets that other accounts can read: a start closes them. */
const readable = (dataDir: string, home: string): Finding[] =>
  openSecrets(dataDir, home).map((file) =>
    fault(
      `${file} pode ser lido ou mudado por outras contas desta máquina.`,
      `Feche-o: chmod 600 ${file}. Se alguém o leu, troque o que está nele.`,
    ),
  )
/** Connections and files that the process which answers may have open; this one's where none does. */
function openFiles(dataDir: string): Finding[] {
  const limits = `/proc/${holderOf(dataDir) ?? 'self'}/limits`
  const most = existsSync(limits) ? /^Max open files\s+(\d+)/m.exec(readFileSync(limits, 'utf8'))?.[1] : undefined
  return most !== undefined && Number(most) < OPEN_FILES
    ? [
        warning(
          `O limite de arquivos abertos é ${most}: com muitas conexões, o servidor deixaria de responder.`,
          'Aumente-o (LimitNOFILE=65536 na unidade do systemd, ulimit -n 65536 numa linha de comando).',
        ),
      ]
    : []
}
/** Who listens where this installation should. */
export async function address(config: Config, dataDir: string): Promise<Finding[]> {
  const at = `http://${isLoopback(config.host) ? config.host : '127.0.0.1'}:${config.port}`
  const answered = await fetch(`${at}/healthz`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
  // Without a lock no server works in this folder, in whatever container.
  if (answered?.ok && !process.env.DATABASE_URL && existsSync(dataDir) && !existsSync(join(dataDir, 'start.lock')))
    return [
      fault(
        `Em ${at} responde outra instalação: na pasta ${dataDir} nenhum servidor trabalha.`,
        'Confira DATA_DIR e PORT: com systemd ou em contêiner, use as variáveis do servidor (deploy/README.md).',
      ),
    ]
  if (answered?.ok) {
    const ready = await fetch(`${at}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
    return [
      ready?.ok
        ? fine(`No ar em ${at}`)
        : fault(
            `Está no ar em ${at}, mas não pode trabalhar (/readyz ${ready?.status ?? 'não responde'}).`,
            'Veja o banco, abaixo, e o log.',
          ),
    ]
  }
  const free = await new Promise<boolean>((done) => {
    const s = createServer()
    s.once('error', () => done(false)).listen(config.port, config.host, () => s.close(() => done(true)))
  })
  return [
    free
      ? warning(`Nada responde em ${at}.`, 'Inicie: npm start.')
      : fault(`Outro programa ocupa a porta ${config.port}.`, 'Encerre-o, ou defina PORT (e o proxy).'),
  ]
}
/** How the world reaches it. */
export async function front(config: Config, env: Env): Promise<Finding[]> {
  const out: Finding[] = []
  const url = new URL(config.publicUrl)
  const production = env.NODE_ENV === 'production'
  if (production && isLoopback(url.hostname))
    out.push(
      fault(
        'PUBLIC_URL não está definida: links de e-mails levariam a lugar nenhum.',
        'Defina PUBLIC_URL=https://seu.endereço.',
      ),
    )
  else if (url.protocol === 'http:' && !isLoopback(url.hostname))
    out.push(
      fault(
        `PUBLIC_URL é ${config.publicUrl}: sem TLS senhas passam abertas e o aplicativo não se instala.`,
        'Ponha um proxy com certificado na frente (deploy/README.md) e https em PUBLIC_URL.',
      ),
    )
  if (url.hostname !== config.baseDomain && !url.hostname.endsWith(`.${config.baseDomain}`))
    out.push(
      fault(
        `PUBLIC_URL (${url.hostname}) não fica em BASE_DOMAIN (${config.baseDomain}).`,
        'Corrija uma das duas: catálogos são empresa.BASE_DOMAIN.',
      ),
    )
  if (!isLoopback(config.host) && !env.TRUST_PROXY)
    out.push(
      warning(
        `HOST é ${config.host} sem TRUST_PROXY: atrás de um proxy todos contariam como uma pessoa só.`,
        'Defina TRUST_PROXY (loopback, uniquelocal ou o endereço do proxy); sem proxy, HOST=127.0.0.1.',
      ),
    )
  else if (url.protocol === 'https:' && !env.TRUST_PROXY)
    out.push(
      fault(
        'PUBLIC_URL é https, mas TRUST_PROXY não está definida: os limites contam o proxy, não as pessoas.',
        'Defina TRUST_PROXY=loopback se o proxy está nesta máquina.',
      ),
    )
  if (env.DEMO === '1' && (!isLoopback(config.host) || !isLoopback(url.hostname) || Boolean(env.TRUST_PROXY)))
    out.push(fault('DEMO=1 com acesso de fora: qualquer um entra com a senha da demonstração.', 'Retire DEMO.'))
  if (env.CLOCK) out.push(fault('CLOCK está definida: o relógio está parado.', 'Retire CLOCK: é só para testes.'))
  if (config.limitsRaised) out.push(warning('RATE_LIMITS está definida: limites de teste.', 'Retire RATE_LIMITS.'))
  if (url.protocol === 'https:') out.push(...(await outside(config.publicUrl)))
  return out.length > 0 ? out : [fine(`Endereço ${config.publicUrl}`)]
}
/** As a visitor finds it; and what time it is there. */
async function outside(publicUrl: string): Promise<Finding[]> {
  const began = Date.now()
  try {
    const r = await fetch(new URL('/healthz', publicUrl), { signal: AbortSignal.timeout(8000) })
    if (!r.ok) return [fault(`${publicUrl} responde ${r.status}.`, 'Confira o proxy (deploy/README.md).')]
    const off = Date.parse(r.headers.get('date') ?? '') - (began + Date.now()) / 2
    if (Math.abs(off) > 60_000)
      return [
        fault(
          `O relógio difere ${Math.round(off / 1000)} s do de ${publicUrl}.`,
          'Ligue a sincronização (timedatectl set-ntp true).',
        ),
      ]
    return [fine(`${publicUrl} responde, com certificado válido`)]
  } catch (error) {
    const why = (error as { cause?: NodeJS.ErrnoException }).cause?.code ?? (error as Error).name
    const certificate = /CERT|SELF_SIGNED|ALTNAME/.test(why)
    return [
      certificate
        ? fault(`O certificado de ${publicUrl} não vale (${why}).`, 'Renove-o, com o domínio e *.domínio.')
        : fault(`${publicUrl} não responde (${why}).`, 'Confira DNS, proxy e firewall.'),
    ]
  }
}
