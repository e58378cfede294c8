// npm run sbom: the bill of materials of what runs, as CycloneDX. npm writes it of the lock; its own --omit=dev leaves out
// what runs and is asked for by a tool as well (zod), so the lock says here what is for development only.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Bom {
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}
const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
const bom = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 50_000_000 })) as Bom
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version: string; dev?: true }>
}
const runs = new Set(
  Object.entries(packages)
    .filter(([path, p]) => path !== '' && !p.dev)
    .map(([path, p]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${p.version}`),
)
bom.components = bom.components.filter((c) => runs.has(c['bom-ref']))
const stays = new Set(bom.components.map((c) => c['bom-ref']))
bom.dependencies = bom.dependencies
  .filter((d) => stays.has(d.ref) || !bom.dependencies.some((other) => other.dependsOn?.includes(d.ref)))
  .map((d) => ({ ...d, dependsOn: (d.dependsOn ?? []).filter((ref) => stays.has(ref)) }))
process.stdout.write(`${JSON.stringify(bom, null, 1)}\n`)
