import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { GUARDED } from './paths.ts'

test('every screen behind the guard is asked to sign in for, what is no screen is not', () => {
  const app = readFileSync(join(import.meta.dirname, 'App.tsx'), 'utf8')
  const later = /const LATER = \[(.*)\]/.exec(app)?.[1]?.match(/'[^']+'/g) ?? []
  const screens = [...[...app.matchAll(/<Route path="([^"]+)"/g)].map((m) => m[1] as string), ...later.map((p) => p.slice(1, -1))]
    .filter((p) => !/^\/(session|assinar|pedido\/|ui$)/.test(p))
    .flatMap((p) => [p.replace(/\/:\w+\?$/, ''), p.replace(/:\w+\??/g, 'x')])
  assert.ok(screens.length > 40, `${screens.length} screens`)
  assert.deepEqual(
    screens.filter((p) => !GUARDED.test(p)),
    [],
  )
  assert.deepEqual(
    ['/nao-existe', '/dashboard/nada', '/pedidos/outros', '/s', '/apps/jogos', '/mobi/x'].filter((p) => GUARDED.test(p)),
    [],
  )
})
