// What the product is made of: every package known by name, version and licence, from the registry and nowhere else.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { mayBeHere, packagesOf } from '../scripts/licences.ts'

const root = join(import.meta.dirname, '..')
const json = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

test('every package has a licence that was looked at', () => {
  const all = packagesOf(root)
  assert.ok(all.length > 300, `${all.length} packages`)
  assert.deepEqual(
    all.filter((p) => !mayBeHere(p)).map((p) => `${p.name}: ${p.licence}`),
    [],
  )
})
test('twin: an unknown licence, none, or one of tests in what runs is refused', () => {
  const one = { name: 'somebody', version: '1.0.0', dev: false }
  assert.ok(mayBeHere({ ...one, licence: '(MIT OR GPL-3.0-only)' }))
  for (const licence of [
    '',
    'SEE LICENSE IN LICENSE',
    'GPL-3.0-only',
    'MIT AND AGPL-3.0-or-later',
    'LGPL-3.0-or-later',
  ])
    assert.ok(!mayBeHere({ ...one, licence }), licence)
  const mupdf = { name: 'mupdf', version: '1.0.0', licence: 'AGPL-3.0-or-later' }
  assert.deepEqual([mayBeHere({ ...mupdf, dev: true }), mayBeHere({ ...mupdf, dev: false })], [true, false])
})
test('the bill of materials names every package that runs, with its exact version and its sum', async () => {
  const { dependencies } = json('package.json') as Record<string, Record<string, string>>
  const script = join(root, 'scripts/sbom.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: root, maxBuffer: 50_000_000 })
  const bom = JSON.parse(stdout) as {
    bomFormat: string
    components: { name: string; version: string; purl: string; hashes?: object[] }[]
  }
  assert.equal(bom.bomFormat, 'CycloneDX')
  const named = new Map(bom.components.map((c) => [`${c.name}@${c.version}`, c]))
  for (const [name, version] of Object.entries(dependencies ?? {})) {
    const found = named.get(`${name}@${version}`)
    assert.ok(found?.purl.startsWith('pkg:npm/') && found.hashes?.length, `${name}@${version}`)
  }
  assert.ok(!bom.components.some((c) => c.name === 'mupdf'), 'tests are no part of it')
  // Also what they bring along, whoever brings it, walked through as Node finds it.
  const { packages } = json('package-lock.json') as { packages: Record<string, Locked> }
  const reached = new Set<string>()
  const walk = (path: string, names: object) => {
    for (const name of Object.keys(names)) {
      let from = path
      while (!packages[`${from}node_modules/${name}`] && from !== '')
        from = from.slice(0, from.lastIndexOf('node_modules/'))
      const found = `${from}node_modules/${name}`
      const one = packages[found]
      if (!one || reached.has(found)) continue
      reached.add(found)
      walk(`${found}/`, { ...one.dependencies, ...one.optionalDependencies })
    }
  }
  walk('', dependencies ?? {})
  const brought = [...reached].map((path) => `${path.split('node_modules/').at(-1)}@${packages[path]?.version}`)
  assert.ok(brought.length > Object.keys(dependencies ?? {}).length * 2, `${brought.length}`)
  assert.deepEqual(
    brought.filter((one) => !named.get(one)?.hashes?.length),
    [],
  )
})
interface Locked {
  version: string
  dependencies?: object
  optionalDependencies?: object
}
test('versions are exact, and every package has the sum of what was looked at', () => {
  const { dependencies, devDependencies } = json('package.json') as Record<string, Record<string, string>>
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, v]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(v),
  )
  assert.deepEqual(loose, [])
  const { packages } = json('package-lock.json') as { packages: Record<string, { integrity?: string; link?: true }> }
  const bare = Object.entries(packages).filter(
    ([path, p]) => path !== '' && !p.link && !p.integrity?.startsWith('sha512-'),
  )
  assert.deepEqual(
    bare.map(([path]) => path),
    [],
  )
})
