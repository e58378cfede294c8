// npm run doctor: what is wrong with this installation and what to do about it. Ends with 1 when something must be done.
import { readCommandLine } from './command-line.ts'
import { locateDataFolder } from './data-folder.ts'
import { backups, mail } from './doctor/around.ts'
import { database } from './doctor/database.ts'
import { type Finding, looked } from './doctor/finding.ts'
import { address, dataFolder, front, node, settings } from './doctor/settings.ts'

readCommandLine(
  `npm run doctor

Examina a instalação, sem mudar nada, e diz o que corrigir. Termina com 1 onde há o que corrigir.`,
  {},
)
const { env } = process
const dataDir = locateDataFolder()
const all: Finding[] = []
const tell = (found: Finding[]) => {
  // Two checks may meet the same fault.
  const findings = found.filter(({ says }) => !all.some((f) => f.says.includes(says)))
  for (const { level, says, todo } of findings)
    process.stdout.write(`${level.padEnd(5)}  ${says}${todo && `\n       → ${todo}`}\n`)
  all.push(...findings)
}
tell(node())
const { config, findings } = settings(env)
tell(findings)
tell(await looked('Pasta de dados', () => dataFolder(dataDir)))
if (config) {
  tell(await looked('Endereço', () => address(config, dataDir)))
  tell(await looked('Acesso de fora', () => front(config, env)))
  tell(await looked('E-mail', () => mail(config)))
}
tell(await looked('Banco de dados', () => database(env, dataDir, config)))
if (config) tell(await looked('Backup', () => backups(env, dataDir, Date.now())))
const count = (level: string) => all.filter((f) => f.level === level).length
const [faults, warnings] = [count('erro'), count('aviso')]
process.stdout.write(
  faults + warnings === 0 ? '\nTudo certo.\n' : `\n${faults} para corrigir, ${warnings} para pensar.\n`,
)
process.exit(faults > 0 ? 1 : 0)
