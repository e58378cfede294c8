import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMail, wordsOf } from './rules.ts'
import { type Template, WORDS } from './words.ts'

const withButton = (Object.keys(WORDS) as Template[]).find((t) => WORDS[t].pt.button) as Template
const bare = { template: withButton, language: 'pt' as const, params: {}, rows: [] as [string, string][], href: '' }

test('a subject is one line, whatever a name in it holds', () => {
  const template = (Object.keys(WORDS) as Template[]).find((t) => /\{\w+\}/.test(WORDS[t].pt.subject)) as Template
  const [, key = ''] = /\{(\w+)\}/.exec(WORDS[template].pt.subject) ?? []
  const { subject } = wordsOf(template, 'pt', { [key]: ' a\r\n\r\nBcc: b  c ' })
  assert.ok(!/[\r\n]|  |^ | $/.test(subject) && subject.includes('a Bcc: b c'), subject)
  assert.ok(!wordsOf(template, 'pt', {}).subject.includes('{'))
})
test('the same message as text and as HTML: its rows, its link, where it stands on paper; nothing of what it has not', () => {
  const none = renderMail(bare)
  assert.ok(!none.text.includes('http') && !/href|<table[^>]*margin:12px|undefined|false/.test(none.html), none.html)
  const { text, html } = renderMail({
    ...bare,
    rows: [
      ['Pedido', '12 <b>'],
      ['Só um título', ''],
    ],
    href: 'https://loja.test/a?b=1&c=2',
    paper: 'https://loja.test/p.pdf',
  })
  assert.match(
    text,
    /\n\nPedido: 12 <b>\nSó um título\n\nhttps:\/\/loja\.test\/a\?b=1&c=2\n\n[^\n]+: https:\/\/loja\.test\/p\.pdf/,
  )
  assert.match(html, /12 &#60;b&#62;/)
  assert.match(html, /href="https:\/\/loja\.test\/a\?b=1&#38;c=2"/)
  assert.ok(html.includes(`>${WORDS[withButton].pt.button}</a>`))
  assert.match(html, /<a href="https:\/\/loja\.test\/p\.pdf">/)
})
test('what comes after the link stands in both, where a template has it', () => {
  const template = (Object.keys(WORDS) as Template[]).find((t) => WORDS[t].pt.after) as Template
  const after = WORDS[template].pt.after as string
  const { text, html } = renderMail({ ...bare, template })
  assert.ok(text.endsWith(`\n\n${after}`) && html.includes('font-size:14px;color:#5f5751">'))
})
test('a mail of words alone holds just these, each in a paragraph, and no empty line for what was not said', () => {
  for (const template of Object.keys(WORDS) as Template[]) {
    const { lines, after } = wordsOf(template, 'pt', {})
    assert.ok(!lines.includes(''), template)
    assert.equal(renderMail({ ...bare, template }).text, [...lines, ...(after ? ['', after] : [])].join('\n'), template)
  }
  const { lines } = wordsOf('quote', 'pt', { name: 'Ana', from: 'Rui', until: '30/11' })
  assert.deepEqual(lines, ['Olá, Ana.', 'Rui preparou este orçamento para você. Ele vale até 30/11.'])
  const quote = { ...bare, template: 'quote' as const, params: { said: 'Até "já"' } }
  assert.ok(renderMail(quote).html.includes('<p style="margin:0 0 12px">Até &#34;já&#34;</p>'))
})
test('a link whose button has no words is called by its address', () => {
  const template = (Object.keys(WORDS) as Template[]).find((t) => !WORDS[t].pt.button) as Template
  assert.match(renderMail({ ...bare, template, href: 'https://a.test/x' }).html, />https:\/\/a\.test\/x<\/a>/)
})
