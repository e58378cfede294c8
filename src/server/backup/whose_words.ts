// What a restore says where a place holds backups of more than one installation.
import { sideBySide } from '../side_by_side.ts'
import { listBackups, type Manifest, readManifest } from './manifest.ts'
import type { Store } from './objects.ts'

const named = ({ id, installation }: Manifest) =>
  `${id}, da máquina ${installation?.host ?? 'que não se sabe'} (instalação ${installation?.id.slice(0, 8) ?? '?'})`

/** Whose backup comes back, and the last one of each other; nothing where all are of one. */
export async function whoseThereAre(store: Store, taken: Manifest): Promise<string[]> {
  const last = new Map<string, Manifest>()
  const all = await listBackups(store.vault)
  await sideBySide(all.values(), async ({ key }) => {
    // One that does not open is not what comes back.
    const m = await readManifest(store, key).catch(() => null)
    if (m?.installation && m.id >= (last.get(m.installation.id)?.id ?? '')) last.set(m.installation.id, m)
  })
  if (last.size < 2) return []
  const others = [...last.values()].filter((m) => m.installation?.id !== taken.installation?.id)
  return [
    `Em ${store.vault.place} há backups de ${last.size} instalações. Volta o ${named(taken)}.`,
    ...others.map((m) => `Se devia ser a outra, a última dela é --backup ${named(m)}.`),
  ]
}
