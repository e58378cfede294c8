import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeFrom, isCode, socialKind, titleOf } from './rules.ts'

test('the list is titled by what its address says', () => {
  assert.deepEqual(['artesaos', 'nossas-marcas', 'fabricantes', 'parceiros'].map(titleOf), [
    'Artesãos',
    'Marcas',
    'Fabricantes',
    'Entidades',
  ])
})
test('a link is of the network whose host it has, not of one whose name it mentions', () => {
  for (const [link, kind] of [
    ['https://instagram.com/a', 'instagram'],
    ['https://www.Instagram.com/a', 'instagram'],
    ['https://www.tiktok.com/@a', 'tiktok'],
    ['https://m.youtube.com/a', 'youtube'],
    ['https://youtu.be/a', 'youtube'],
    ['https://notinstagram.com/a', 'site'],
    ['https://loja.test/instagram.com', 'site'],
    ['https://instagram.com.loja.test/', 'site'],
    ['instagram', 'site'],
  ] as const)
    assert.equal(socialKind(link), kind, link)
})
test('a code from a name begins with a letter, so that it is never taken for a number', () => {
  assert.equal(codeFrom('Zé do Barro'), 'ze-do-barro')
  assert.equal(codeFrom('3 Irmãs'), 'e-3-irmas')
  assert.equal(codeFrom('!!!'), 'e')
  assert.equal(codeFrom('a'.repeat(50)).length, 34)
  assert.ok(['a', 'e-3', 'A_b.c-9', 'a'.repeat(40)].every(isCode))
  assert.ok(!['', '3a', '-a', 'a b', 'a/b', 'a'.repeat(41)].some(isCode))
})
