// What a start says when it cannot go on: one sentence, and nothing is left running.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { databaseAnswers } from '#server/reach.ts'
import { startSafeDatabase } from './database.ts'
import { startTestApp } from './kit.ts'
import { endAll, folder, start } from './starting.ts'

after(endAll)

for (const [name, value, says] of [
  [
    'RATE_LIMITS',
    'off',
    /^RATE_LIMITS precisa ser JSON\. Ex\.: RATE_LIMITS='\{"order_ip":1000\}'\. Para usar os valores padrão, não a defina\.$/,
  ],
  ['RATE_LIMITS', '{"pedidos":5}', /^RATE_LIMITS: "pedidos" precisa ser um destes, com um número: login_account, .*$/],
  ['PORT', 'três', /^PORT precisa ser um número de 1 a 65535\. Agora é "três"\.$/],
  [
    'PUBLIC_URL',
    'catalogo.example.com',
    /^PUBLIC_URL precisa ser um endereço que comece com http:\/\/ ou https:\/\/\. Agora é "catalogo\.example\.com"\.$/,
  ],
  [
    'RETENTION',
    '{"pedidos":5}',
    /^RETENTION: "pedidos" precisa ser um destes, com um número de dias: hits, sessions, .*platform_log\.$/,
  ],
  ['RETENTION', '{"mails":7}', /^RETENTION: mails precisa ser um número inteiro de 60 a 1825 dias\. Agora é 7\.$/],
  ['MAIL_FROM', 'pedidos', /^MAIL_FROM precisa ser um e-mail, .*Agora é "pedidos"\.$/],
  ['TRUST_PROXY', 'true', /^TRUST_PROXY não serve: "true"\. Use loopback, uniquelocal, ou os endereços.*$/],
  ['CLOCK', 'amanhã', /^CLOCK precisa ser um momento como .*Agora é "amanhã"\.$/],
  ['LOG_LEVEL', 'verbose', /^LOG_LEVEL precisa ser trace, .*silent\. Agora é "verbose"\.$/],
  ['DATABASE_URL', 'mysql://x', /^DATABASE_URL precisa ser um endereço que comece com postgresql:\/\/\.$/],
] as const)
  test(`${name}=${value} is answered with one sentence; nothing is started`, async () => {
    const data = folder()
    const s = await start(data, { env: { [name]: value } })
    assert.equal(s.child.exitCode, 1, s.output())
    assert.match(s.output().trim(), says)
    assert.ok(!existsSync(join(data, 'pg')), 'no database')
    assert.ok(!existsSync(join(data, 'start.lock')))
  })
test('a database that is away is said, waited for, and given up with a sentence', async () => {
  const said: string[] = []
  const away = 'postgresql://mostruario_app:segredo@127.0.0.1:21299/mostruario'
  await assert.rejects(
    databaseAnswers(away, (l) => said.push(l), 1),
    {
      message:
        'O banco de dados em 127.0.0.1:21299/mostruario não respondeu em 1 segundos (ECONNREFUSED). Confira DATABASE_URL e se o servidor está no ar.',
    },
  )
  assert.deepEqual(said, [
    'O banco de dados em 127.0.0.1:21299/mostruario não responde (ECONNREFUSED). Tentando de novo por 1 segundos.',
  ])
})
test('npm start with a database that comes later starts when it is there; a wrong password is said at once', async () => {
  const database = await startSafeDatabase()
  const t = await startTestApp()
  try {
    const data = folder()
    const url = (of: string) => of.replace(/host=[^&]*/, `host=${encodeURIComponent(join(data, 's'))}`)
    const sockets = decodeURIComponent(/host=([^&]*)/.exec(t.config.databaseUrl)?.[1] ?? '')
    mkdirSync(data, { recursive: true })
    const env = { DATABASE_URL: url(t.config.databaseUrl), DATABASE_OWNER_URL: url(t.config.ownerUrl) }
    let came = false
    const hears = (text: string) => {
      if (came || !text.includes('Tentando de novo')) return
      came = true
      symlinkSync(sockets, join(data, 's'))
    }
    const s = await start(data, { env, hears })
    assert.match(s.output(), /não responde \(ENOENT\)\. Tentando de novo por 60 segundos\./)
    assert.match(s.output(), /Mostruário em http/)
    s.child.kill('SIGTERM')
    const wrong = folder()
    const refused = await start(wrong, {
      env: { ...env, DATABASE_OWNER_URL: env.DATABASE_OWNER_URL.replace(/(mostruario_owner):[^@]*/, '$1:errada') },
    })
    assert.equal(refused.child.exitCode, 1)
    assert.match(
      refused.output().trim(),
      /^O PostgreSQL em \S+ recusou o usuário ou a senha de DATABASE_OWNER_URL\. Corrija-os.*$/,
    )
  } finally {
    await t.close()
    await database.stop()
  }
})
