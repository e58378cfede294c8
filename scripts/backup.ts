// npm run backup [-- FOLDER or s3://…]: one backup, while everything works; --rows: of the embedded database in a form that
// an own PostgreSQL takes; --start-over: into a place that was emptied on purpose. -- list shows those that there are.
import { listBackups, timeOf } from '#server/backup/manifest.ts'
import { isOnSameDisk } from '#server/backup/place.ts'
import { backupSettings } from '#server/backup/settings.ts'
import { BackupUnderWay, type Source } from '#server/backup/source.ts'
import { takeBackup } from '#server/backup/take.ts'
import { BackupFailure, inWords, openVault, type Vault } from '#server/backup/vault.ts'
import { isAhead } from '#shared/ahead.ts'
import { assertPlace, readCommandLine, refuseWords, sentenceOf } from './command-line.ts'
import { locateDataFolder } from './data-folder.ts'
import { openInstallation } from './open-installation.ts'
import { UNDER_WAY } from './keep-backups.ts'

const USAGE = `npm run backup -- [list] [LUGAR] [--rows] [--start-over]

Faz um backup, com tudo no ar. LUGAR: uma pasta, pelo caminho inteiro, ou s3://balde/pasta; sem ele, BACKUP_TO.
  list          mostra os backups que há nele
  --rows        guarda o banco embutido de uma forma que um PostgreSQL próprio aceita
  --start-over  aceita um lugar que foi esvaziado de propósito`
const { values, positionals } = readCommandLine(
  USAGE,
  { rows: { type: 'boolean', default: false }, 'start-over': { type: 'boolean', default: false } },
  2,
)
const list = positionals[0] === 'list'
const [asked, more] = list ? positionals.slice(1) : positionals
if (more !== undefined) refuseWords(`"${more.slice(0, 60)}" é uma palavra a mais.`, USAGE)
if (asked) assertPlace(asked, USAGE)
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  await run(asked, list, { rows: values.rows, startOver: values['start-over'] })
  process.exit(0)
} catch (error) {
  say(sentenceOf(error, locateDataFolder()))
  // Who starts it by itself waits for the other one.
  process.exit(error instanceof BackupUnderWay ? UNDER_WAY : 1)
}
async function run(asked: string | undefined, list: boolean, how: Pick<Source, 'rows' | 'startOver'>): Promise<void> {
  const settings = backupSettings()
  const to = asked ?? settings.to
  if (!to)
    throw new BackupFailure('Para onde? npm run backup -- /uma/pasta (ou s3://balde/pasta), ou defina BACKUP_TO.')
  if (list) {
    const vault = await openVault(to)
    const all = await listBackups(vault)
    const now = new Date()
    for (const { id, key } of all) {
      const ahead = isAhead(timeOf(id), now) ? '  no futuro: o relógio estava adiantado' : ''
      say(`${id}${key.endsWith('.enc') ? '  cifrado' : ''}${ahead}`)
    }
    if (all.length === 0) say(`Em ${vault.place} não há nenhum backup inteiro.`)
    return
  }
  const { dataDir, urls, embedded, close } = await openInstallation(say)
  let vault: Vault | undefined
  try {
    vault = await openVault(to)
    const began = Date.now()
    const s3Url = process.env.S3_URL ?? ''
    const source = { dataDir, s3Url, embedded, ownerUrl: urls.owner, ...how }
    const { manifest, bytes, removed } = await takeBackup(source, { vault, key: settings.key }, settings.keepDays)
    const { files, filesBytes } = manifest.counts
    say(
      `Backup ${manifest.id} em ${vault.place}: banco ${mb(bytes)}, ${files} arquivos (${mb(filesBytes)}), ${((Date.now() - began) / 1000).toFixed(1)} s, conferido${settings.key ? ', cifrado' : ''}.`,
    )
    if (!settings.key) say('Sem BACKUP_KEY ele não está cifrado: quem o lê, lê tudo, senhas de ERP também.')
    if (isOnSameDisk(to, dataDir)) say(`${to} está no mesmo disco que a pasta de dados: quem perde um, perde o outro.`)
    if (removed === null)
      say('O relógio desta máquina saltou: nenhum backup antigo saiu. Veja Plataforma, ou npm run doctor.')
    else if (removed > 0) say(`${removed} backups antigos saíram.`)
  } catch (error) {
    throw inWords(error as Error, to)
  } finally {
    await close()
    vault?.close()
  }
}
function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1).replace('.', ',')} MB`
}
