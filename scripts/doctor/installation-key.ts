// Whether APP_KEY is the one that this installation works with; a start refuses another one.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { fingerprintOf, keptFingerprint, WRONG_KEY } from '#server/installation-key.ts'
import { type Env, type Finding, fault } from './finding.ts'

export async function installationKey(owner: pg.Client, env: Env, dataDir: string): Promise<Finding[]> {
  const kept = await keptFingerprint(owner)
  if (kept === null) return []
  const file = join(dataDir, 'app.key')
  const key = env.APP_KEY || (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')
  if (!key)
    return [
      fault(
        `APP_KEY falta: ${file} não existe, e a variável não está definida.`,
        'Traga-a de volta (settings.env de um backup restaurado); com uma nova o início é recusado.',
      ),
    ]
  if (fingerprintOf(key) === kept) return []
  return [
    fault(
      WRONG_KEY,
      `Ponha de volta a de antes (está em settings.env de um backup); para ficar com esta, inicie com APP_KEY_ACCEPT=${fingerprintOf(key)}.`,
    ),
  ]
}
