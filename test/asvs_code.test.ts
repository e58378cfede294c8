// What docs/asvs.md says of how the code is written, as sentences that fail. Reads text only.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { aside } from '#server/postgres_log.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Code without its comments. */
const bare = (text: string) => text.replace(/(^|[^:"'`\\])\/\/.*$|\/\*[\s\S]*?\*\//gm, '$1')
const code = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}', 'public/*.js', 'deploy/*.mjs'], {
  cwd: root,
  exclude: ['**/*.test.ts', '**/*.d.ts'],
}).map((path) => ({ path, text: bare(read(path)) }))
const runs = code.filter((f) => f.path.startsWith('src/'))
const web = code.filter((f) => /^src\/(web|shell)\/|^src\/features\/\w+\/web\/|^public\//.test(f.path))
/** Every match of `pattern`, with the file it stands in; `but` is known and looked at. */
const found = (files: typeof code, pattern: RegExp, but: readonly string[] = []) =>
  files
    .flatMap((f) => [...f.text.matchAll(pattern)].map((m) => `${f.path}: ${m[1] ?? m[0]}`))
    .filter((x) => !but.includes(x))

test('this test sees the code, without its comments', () => {
  assert.ok(code.length > 500 && web.length > 200, `${code.length} files`)
  assert.equal(bare("a('https://x') // no\n/* no\n no */b(`//x`)"), "a('https://x') \nb(`//x`)")
})
test('other programs are started with a list of arguments, under names of ours, and never through a shell', () => {
  const starters = code.filter((f) => f.text.includes('child_process'))
  assert.ok(starters.length > 10, `${starters.length} files`)
  const imported = starters.flatMap((f) =>
    [...f.text.matchAll(/import (?:type )?(.+?) from '(?:node:)?child_process'|require\((.+?)\)/g)].flatMap((m) =>
      String(m[1])
        .replace(/[{}]/g, '')
        .split(',')
        .map((name) => `${f.path}: ${name.trim()}`),
    ),
  )
  assert.deepEqual(
    imported.filter((x) => !/: (?:spawn|spawnSync|execFile|execFileSync|fork|type ChildProcess)$/.test(x)),
    [],
  )
  assert.deepEqual(found(code, /\bshell: *(?!false)\S+/g), [])
  assert.deepEqual(found(code, /['"`](?:\/bin\/)?(?:ba|da|z)?sh['"`]/g), [])
  const started = found(
    runs,
    /\b(?:spawn|spawnSync|execFile|execFileSync|fork)\(\s*(?!process\.execPath,|'[\w-]+',|join\((?:binaries, 'bin', program|import\.meta\.dirname, '[\w.]+')\)|WORKER,)(.{1,60})/g,
  )
  assert.deepEqual(started, [])
})
test('the one command that PostgreSQL gives to a shell takes the name of a folder for a name, whatever it is', () => {
  const dir = mkdtempSync(join(tmpdir(), 'mostruario-asvs-'))
  try {
    const folder = join(dir, `a'; touch run; $(touch run) "%p" %f '`)
    mkdirSync(folder)
    writeFileSync(join(dir, 'piece'), 'log')
    const words: Record<string, string> = { '%p': 'piece', '%f': '01', '%%': '%' }
    const command = aside(folder, { seconds: 60 }).archive_command?.replace(/%[pf%]/g, (w) => words[w] ?? '') ?? ''
    execFileSync('sh', ['-c', command], { cwd: dir, stdio: 'ignore' })
    assert.deepEqual([readdirSync(folder), readdirSync(dir).length], [['01'], 2])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
test('a regular expression is built of pieces that stand in its own file, never of what was typed', () => {
  const constant = /^(?:[^$]|\$(?!\{)|\$\{[A-Z_]+\})*$/
  const loose = runs
    .filter((f) => !/\bcaches\b/.test(f.text))
    .flatMap((f) =>
      [...f.text.matchAll(/(?:\bRegExp|\.matchAll|\.match)\((?!\)|\/|[A-Z_]+\))(?:`(.*?)`)?(.*)/g)]
        .filter((m) => m[1] === undefined || !constant.test(m[1]))
        .map((m) => `${f.path}: ${m[1] ?? ''}${m[2]?.trim()}`),
    )
  assert.deepEqual(loose.sort(), [
    'src/features/pad/amount.ts: p)] as RegExpExecArray[]',
    "src/features/pad/amount.ts: source, 'giu')",
    "src/shared/routes.ts: ^${inner}/?$, 'i') }",
  ])
  // Both are given what their own files say.
  const pad = runs.find((f) => f.path === 'src/features/pad/amount.ts')?.text ?? ''
  assert.deepEqual(
    [...pad.matchAll(/\bpattern\((?!source)(.)/g)].filter((m) => m[1] !== '`' && m[1] !== "'" && m[1] !== '\n'),
    [],
  )
  // Nor in the database: SQL stands in these files alone (test/architecture.test.ts).
  const sql = runs.filter((f) => /\/(?:queries|writes)\.ts$|^src\/server\//.test(f.path))
  assert.deepEqual(found(sql, /(?: !?~\*? ?|similar to |regexp_\w+\([^,)]+, ?)(\$\{[^}]*\})/g), [])
})
test('nothing that comes as text is run: no eval, no function of text, no engine of templates, no file loaded by a name from outside', () => {
  assert.deepEqual(found(code, /\beval\(|\bnew Function\b|\bFunction\(|node:vm|\bset(?:Timeout|Interval)\(['"`]/g), [])
  assert.deepEqual(found(runs, /\b(?:import|require)\((?!\s*(?:\/\*.*\*\/)?\s*['"])(.{1,60})/g), [
    "src/features/storefront/server/index.ts: join(root, 'server/first-screen.js'))) as Draw",
  ])
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const engines =
    /^(?:ejs|handlebars|mustache|nunjucks|pug|jade|eta|liquidjs?|mjml|swig|twig|dustjs|dot|marked|.*markdown.*|remark.*|mdx|showdown|less|sass|stylus|postcss|lodash|underscore|vm2)$/
  assert.deepEqual(
    [...Object.keys(dependencies), ...imports].filter((name) => engines.test(name)),
    [],
  )
})
const imports = [
  ...new Set(
    runs.flatMap((f) => [...f.text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([a-z@][^']*)'/g)].map((m) => String(m[1]))),
  ),
]
test('each cookie that a page writes says SameSite, and the server sets none', () => {
  const written = found(web, /document\.cookie = (.*)/g)
  assert.ok(written.length >= 2, written.join('\n'))
  assert.deepEqual(
    written.filter((x) => !/; samesite=(?:lax|strict)[;`'"]/i.test(x)),
    [],
  )
  assert.deepEqual(found(code, /set-?cookie|cookieStore/gi), [])
})
test('pages need no plugin and nothing that browsers have given up', () => {
  const gone =
    /<(?:embed|applet|frameset|keygen|bgsound)\b|<object\s+[a-z]|createElement\('(?:object|embed|applet|frame)'|ActiveXObject|shockwave|silverlight|navigator\.plugins|document\.(?:domain\b|write|all\b)|openDatabase|applicationCache|\bmanifest="|webkitRequestFileSystem|(?:window|document|self)\.addEventListener\('unload'/gi
  assert.deepEqual(found(code, gone), [])
})
test('a password’s field tells password managers what it is, and nothing keeps anybody from pasting', () => {
  const fields = web.flatMap((f) =>
    [
      ...f.text.matchAll(
        /<Password\b[^]*?\/>|<input\b(?:(?!\/>)[^])*?type="password"[^]*?\/>|\{ type: 'password'[^}]*\}/g,
      ),
    ].map((m) => `${f.path}: ${m[0]}`),
  )
  assert.ok(fields.length >= 4, fields.join('\n'))
  assert.deepEqual(
    fields.filter((x) => !/autoComplete(?:=|: )["'](?:new|current)-password["']/.test(x)),
    [],
  )
  assert.match(read('src/web/ui/Password.tsx'), /<input \{\.\.\.attributes\}/)
  assert.deepEqual(found(web, /onPaste|addEventListener\('(?:before)?paste'|'insertFromPaste'/g), [
    'src/features/pad/web/PasteDialog.tsx: onPaste',
  ])
})
test('hashes, ciphers and curves are these, and nothing else of node:crypto encrypts or signs', () => {
  const taken = new Set(
    code.flatMap((f) =>
      [...f.text.matchAll(/import \{([^}]*)\} from '(?:node:)?crypto'/g)].flatMap((m) =>
        String(m[1])
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ),
    ),
  )
  assert.deepEqual([...taken].sort(), [
    'argon2Sync',
    'createCipheriv',
    'createDecipheriv',
    'createECDH',
    'createHash',
    'createHmac',
    'hkdfSync',
    'randomBytes',
    'randomUUID',
    'scryptSync',
    'timingSafeEqual',
  ])
  const calls = (name: string) => found(code, new RegExp(`\\b${name}\\(\\s*([^,)]+)`, 'g'))
  const others = (name: string, good: string) => calls(name).filter((x) => !x.endsWith(`: ${good}`))
  assert.ok(calls('createHash').length > 15 && calls('createHmac').length > 5)
  // Marks of kept answers: nobody gains by a second text with the same.
  assert.deepEqual(others('createHash', "'sha256'").sort(), [
    "src/features/products/server/projected.ts: 'sha1'",
    "src/server/joined.ts: 'sha1'",
  ])
  assert.deepEqual(others('createHmac', "'sha256'"), [])
  assert.deepEqual(others('hkdfSync', "'sha256'"), [])
  assert.deepEqual(others('create(?:Ciph|Deciph)eriv', "'aes-256-gcm'"), [])
  assert.deepEqual(others('createECDH', "'prime256v1'"), [])
  assert.deepEqual(calls('argon2Sync').length, 1)
  assert.deepEqual(others('argon2Sync', "'argon2id'"), [])
  // What is left of an HMAC that somebody shows us: 18 bytes.
  assert.deepEqual(found(runs, /\.digest\(\)\.subarray\(0, (?!18\))(.*)/g), ['src/server/backup/seal.ts: 8) }'])
  const sql = globSync('migrations/*.sql', { cwd: root }).map((path) => ({ path, text: read(path) }))
  assert.deepEqual(found(sql, /\b(?:md5|sha1|sha224|crypt|digest|hmac|pgp_\w+)\(/g), [])
})
test('what nobody may guess is drawn by the system, 128 bits at least', () => {
  const drawn = found(code, /\brandomBytes\(([^)]*)\)/g)
  assert.ok(drawn.length > 12, `${drawn.length} drawings`)
  // Twelve bytes are what AES-GCM asks for; a nonce is no secret.
  assert.deepEqual(
    drawn.filter((x) => !(Number(/\d+$/.exec(x)?.[0]) >= 16)),
    ['src/server/seal.ts: 12'],
  )
  assert.deepEqual([...new Set(found(code, /Math\.random/g))].sort(), [
    'scripts/test.ts: Math.random',
    'src/features/integrations/server/ask.ts: Math.random',
    'src/features/webhooks/server/deliver.ts: Math.random',
    'src/web/outbox/alone.ts: Math.random',
    'src/web/outbox/outbox.ts: Math.random',
  ])
  // A UUID has 122: two of them, where a statement draws the key of a receipt.
  const sql = [...runs, ...globSync('migrations/*.sql', { cwd: root }).map((path) => ({ path, text: read(path) }))]
  assert.deepEqual(
    found(sql, /(?<![\w.])random\(\)|gen_random_uuid\(\)(?:::text)?(?: \|\| gen_random_uuid\(\))?/g).sort(),
    [
      'migrations/0100_webhooks.sql: gen_random_uuid()',
      'migrations/0108_an_order_in_fewer_statements.sql: gen_random_uuid()::text',
      'migrations/0155_its_place_in_line.sql: gen_random_uuid()::text',
      'src/features/orders/server/sheet/writes.ts: gen_random_uuid()::text || gen_random_uuid()',
    ],
  )
  const names = /\b(?:token|secret|password|nonce|receipt)\w*\s*[:=]\s*(?:crypto\.)?randomUUID\(/g
  assert.deepEqual(found(code, names), [])
})
test('nobody here has written ciphers, hashes or random numbers: they come from Node, the browser and web-push', () => {
  const about =
    /crypt|cipher|hash|jwt|jsonweb|token|jose|paseto|sodium|nacl|noble|md5|sha\d|forge|elliptic|openpgp|argon|scrypt|random|nanoid|uuid|otp|push/i
  // A thumbhash is a picture of 30 bytes.
  assert.deepEqual(imports.filter((name) => about.test(name)).sort(), ['node:crypto', 'thumbhash', 'web-push'])
  const parts = /0x67452301|0x6a09e667|0x428a2f98|0x811c9dc5|1103515245|0x5deece66d|\brotl|\bsbox\b|S_BOX/gi
  assert.deepEqual(found(code, parts), [])
})
test('the check of certificates is switched off nowhere, and no older TLS is asked for', () => {
  const off =
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|ignoreTLS|insecureHTTPParser|--tls-min-v1\.[01]|minVersion|secureProtocol|sslmode=(?:disable|allow|prefer|no-verify)|SECLEVEL|--insecure|ssl_verify|tls_insecure/g
  const deploy = globSync(['deploy/*', '.ci/*', 'package.json'], { cwd: root }).map((path) => ({
    path,
    text: read(path),
  }))
  assert.deepEqual(found([...code, ...deploy], off), [])
})
test('each setting that is a secret, and each algorithm of ours, stands among the keys of asvs.md', () => {
  const keys = /\n## Keys\n([\s\S]*?)\n## /.exec(read('docs/asvs.md'))?.[1] ?? ''
  const settings = [...read('README.md').matchAll(/^\| (`[A-Z].+?) \|/gm)].flatMap(
    (m) => String(m[1]).match(/[A-Z0-9_]+/g) ?? [],
  )
  const asked = [
    ...new Set([
      ...settings,
      ...code.flatMap((f) => [...f.text.matchAll(/\benv\.([A-Z0-9_]+)/g)].map((m) => String(m[1]))),
    ]),
  ]
  const secret = asked.filter((name) => /KEY|SECRET|TOKEN|PASSWORD|CREDENTIAL|^(?:DATABASE|SMTP)\w*_URL$/.test(name))
  assert.ok(secret.length >= 8, secret.join())
  // The documentation's example of a program of somebody else's.
  assert.deepEqual(
    secret.filter((name) => name !== 'MOSTRUARIO_KEY' && !keys.includes(`\`${name}\``)),
    [],
  )
  for (const word of ['HMAC-SHA256', 'AES-256-GCM', 'HKDF', 'SHA-256', 'SHA-1', 'P-256', 'Argon2id', 'scrypt'])
    assert.ok(keys.includes(word), word)
})
/** The tables that the migrations leave, in all schemas of ours. */
const tables = (() => {
  const sql = globSync('migrations/*.sql', { cwd: root }).sort().map(read).join('\n')
  const dropped = [...sql.matchAll(/^drop table (?:if exists )?(\w+)/gm)].map((m) => m[1])
  const made = [...sql.matchAll(/^\s*create (?:unlogged )?table (?:if not exists )?(\w+)/gm)].map((m) => String(m[1]))
  return made.filter((name) => !dropped.includes(name))
})()
const section = (name: string) =>
  new RegExp(`\\n## ${name}\\n([\\s\\S]*?)(?:\\n## |$)`).exec(read('docs/asvs.md'))?.[1] ?? ''
test('each table of the database stands in one class of data', () => {
  assert.ok(tables.length > 60, `${tables.length} tables`)
  const classed = [...section('Data by class').matchAll(/^\|.*\| (`.*) \|$/gm)].flatMap((m) =>
    String(m[1]).match(/\w+/g),
  )
  assert.deepEqual(classed.map(String).sort(), tables.sort())
})
test('each table that tells what was done, and each door to the log, stands among the logs', () => {
  const logs = section('Logs')
  const telling = tables.filter((name) => /^logs$|_log$|_events$|deliveries|_runs$|_issues$|^mails$/.test(name))
  assert.ok(telling.length > 7, telling.join())
  assert.deepEqual(
    telling.filter((name) => !logs.includes(`\`${name}\``)),
    [],
  )
  const server = runs.filter((f) => !web.includes(f))
  assert.deepEqual(found(server, /console\.\w+|process\.std(?:out|err)\.write|\bpino\(/g).sort(), [
    // What a child tells its server.
    'src/features/brochures/server/paint.ts: process.stdout.write',
    'src/features/brochures/server/paint.ts: process.stdout.write',
    // An example of the documentation.
    'src/features/docs/server/guide.ts: console.log',
    'src/server/last_net.ts: process.stderr.write',
    'src/server/log.ts: pino(',
    'src/server/log.ts: process.stdout.write',
    'src/server/sheet.ts: process.stdout.write',
  ])
})
