// Whether APP_KEY is the one that this installation works with; a start refuses another one.
import type pg from 'pg'
import { fingerprintOf, keptFingerprint, readKey, WRONG_KEY } from '#server/installation-key.ts'
import { type Env, type Finding, fault } from './finding.ts'

export async function installationKey(owner: pg.Client, env: Env, dataDir: string): Promise<Finding[]> {
  const kept = await keptFingerprint(owner)
  if (kept === null) return []
  const key = readKey(env, dataDir)
  // Reported with the settings.
  if (!key) return []
  if (fingerprintOf(key) === kept) return []
  return [
    fault(
      WRONG_KEY,
      `Ponha de volta a de antes (está em settings.env de um backup); para ficar com esta, inicie com APP_KEY_ACCEPT=${fingerprintOf(key)}.`,
    ),
  ]
}
