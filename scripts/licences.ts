// npm run licences: every package by licence, what runs apart from what only tests and builds; ends with an error when
// one has a licence that nobody has looked at.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Free to use, change and give away, with their notice. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
  // Fonts: free in any product, not sold by themselves.
  'OFL-1.1',
])
/** What asks for more, or says nothing, and why it may be here. */
const EXPLAINED: { name: RegExp; licence: string; dev?: true; why: string }[] = [
  {
    name: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips, unchanged, as a shared library of its own that anybody may replace: what LGPL asks for',
  },
  {
    name: /^lightningcss/,
    licence: 'MPL-2.0',
    why: 'packs the style sheets in the build, unchanged; MPL asks only for changes of its own files',
  },
  { name: /^web-push$/, licence: 'MPL-2.0', why: 'encrypts and signs pushes, unchanged' },
  { name: /^png-js$/, licence: '', why: 'MIT, as its LICENSE file says; the field is missing' },
  {
    name: /^(only|humanize-number)$/,
    licence: '',
    dev: true,
    why: 'MIT, as their readmes say; brought by the server of S3 in tests',
  },
  { name: /^mupdf$/, licence: 'AGPL-3.0-or-later', dev: true, why: 'reads our PDFs in tests; never part of what runs' },
  { name: /axe-core|axe-core\/playwright/, licence: 'MPL-2.0', dev: true, why: 'looks at screens in tests, unchanged' },
  {
    name: /^@svg-maps\/brazil$/,
    licence: 'CC-BY-4.0',
    dev: true,
    why: 'the outline of the states was made of it; its author is named below each map',
  },
]
export interface Package {
  name: string
  version: string
  licence: string
  dev: boolean
}
interface Locked {
  version: string
  license?: string
  dev?: boolean
  link?: boolean
}
/** Every package that the lock names, also those for other machines. */
export function packagesOf(root: string): Package[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([path, p]) => path !== '' && !p.link)
    .map(([path, p]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: p.version,
      licence: p.license ?? installedLicence(join(root, path)),
      dev: p.dev === true,
    }))
}
function installedLicence(folder: string): string {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return ''
  const said = JSON.parse(readFileSync(file, 'utf8')) as { license?: unknown; licenses?: { type?: string }[] }
  if (typeof said.license === 'string') return said.license
  // As packages of ten years ago say it.
  return Array.isArray(said.licenses) ? said.licenses.map((l) => l.type ?? '').join(' OR ') : ''
}
/** Whether one may be here: each of its words is permissive, one of them where it leaves the choice, or explained. */
export function mayBeHere({ name, licence, dev }: Package): boolean {
  const fine = (word: string) =>
    PERMISSIVE.has(word) || EXPLAINED.some((e) => e.name.test(name) && e.licence === word && (!e.dev || dev))
  return licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every(fine))
}

if (import.meta.main) {
  const all = packagesOf(process.cwd())
  for (const dev of [false, true]) {
    process.stdout.write(dev ? '\nFor development and tests only:\n' : 'What runs:\n')
    const by = Object.entries(
      Object.groupBy(
        all.filter((p) => p.dev === dev),
        (p) => p.licence || 'none named',
      ),
    )
    for (const [licence, packages = []] of by.sort((a, b) => (b[1]?.length ?? 0) - (a[1]?.length ?? 0)))
      process.stdout.write(
        `${licence} (${packages.length}): ${packages.map((p) => `${p.name} ${p.version}`).join(', ')}\n`,
      )
  }
  process.stdout.write('\nLooked at:\n')
  for (const { name, licence, why } of EXPLAINED)
    process.stdout.write(`${String(name).slice(1, -1)} (${licence || 'none named'}): ${why}\n`)
  const refused = all.filter((p) => !mayBeHere(p))
  for (const p of refused) process.stdout.write(`not looked at: ${p.name} ${p.version}: ${p.licence || 'none named'}\n`)
  process.exitCode = refused.length > 0 ? 1 : 0
}
