// What a program of a company's own needs beside the list of calls. The examples are run by a test
// (src/features/docs/server/guide.test.ts), as they stand here.

const RECEIVE = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** A mensagem, ou um erro quando não fomos nós que a enviamos. body: o texto como chegou, antes de JSON.parse. */
export function received(secret, headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('mensagem velha')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const good = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  const signatures = headers['webhook-signature'].split(' ').map((s) => Buffer.from(s.replace('v1,', ''), 'base64'))
  if (!signatures.some((s) => s.length === good.length && timingSafeEqual(s, good))) throw new Error('assinatura errada')
  return JSON.parse(body)
}
`
const CALLS = `const url = process.env.MOSTRUARIO_URL // https://suaempresa.exemplo.com.br
const headers = { authorization: \`Bearer \${process.env.MOSTRUARIO_KEY}\`, 'content-type': 'application/json' }

async function ask(method, path, body) {
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
  const answer = await response.json()
  if (!response.ok) throw new Error(\`\${answer.code}: \${answer.message}\`)
  return answer
}
const { data: products } = await ask('GET', '/api/v1/products?limit=100&page=1')
const { data: made } = await ask('POST', '/api/v1/products', { name: 'Moringa', code: 'MO-9', price: '96,00' })
await ask('POST', \`/api/v1/products/\${made.id}\`, { price: '89,00', stock: 12 })

const { data: orders } = await ask('GET', \`/api/v1/companies/\${made.company_id}/orders?status=novo\`)
for (const { id } of orders)
  await ask('PUT', \`/api/v1/companies/\${made.company_id}/orders/\${id}\`, { status: 'confirmado' })
console.log(JSON.stringify({ products: products.length, made: made.id, confirmed: orders.map((o) => o.id) }))
`
const esc = (s: string) => s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
const code = (text: string) => `<pre><code>${esc(text)}</code></pre>`
const p = (text: string) => `<p>${text}</p>`

export const guide = [
  '<h2 id="avisos">Avisos para outros sistemas (webhooks)</h2>',
  p(
    'O administrador escolhe um endereço público em Integrações, Avisos para outros sistemas. Cada mensagem é um POST em JSON, assinado como em <a href="https://www.standardwebhooks.com/">Standard Webhooks</a>: cabeçalhos <code>webhook-id</code>, <code>webhook-timestamp</code> e <code>webhook-signature</code> (HMAC-SHA256; durante a troca do segredo, duas assinaturas separadas por espaço). Há bibliotecas prontas; sem elas, em Node:',
  ),
  code(RECEIVE),
  p(
    'Responda 2xx em até 5 segundos e trabalhe depois. Outra resposta, ou nenhuma, e a mensagem volta em 1 minuto, 5 minutos, 30 minutos, 2, 6, 12 e 24 horas; depois ela fica em <i>Não chegou</i>, de onde o administrador a reenvia. <code>Retry-After</code>, em segundos ou como data, adia a mensagem por até 24 horas; com 408, 429 ou 5xx, também as outras, por até 1 hora. 410 desliga os avisos, redirecionamentos não são seguidos. Três dias sem nenhuma aceita e os avisos desligam, com um aviso ao administrador.',
  ),
  p(
    'A mensagem: <code>type</code> (<code>order.created</code>, <code>order.changed</code>, <code>product.changed</code>, <code>test</code>), <code>timestamp</code> (quando aconteceu), <code>sequence</code> (cresce; de um mesmo pedido ou produto as mensagens chegam nesta ordem), <code>company_id</code> e <code>data</code>: o pedido ou produto como o administrador o lê pela API no momento do envio (mudanças seguidas antes do envio vêm em uma só). Excluído: <code>{"id","deleted":true}</code>. Maior que 64 KB: <code>{"id","truncated":true}</code>; busque pela API. A mesma mensagem pode chegar duas vezes, com o mesmo <code>webhook-id</code>: guarde os que já tratou.',
  ),
  '<h2 id="chaves">Chaves de acesso</h2>',
  p(
    'O administrador cria a chave em Integrações, Chaves de acesso; ela aparece uma vez, começa com <code>mk_</code> e vai no cabeçalho <code>Authorization: Bearer</code>. As chamadas são as mesmas desta página: as que uma chave pode fazer dizem de qual permissão precisam (<code>products:read</code>, <code>products:write</code>, <code>orders:read</code>, <code>orders:write</code>); as outras respondem 403 <code>key_scope</code>. 300 chamadas por minuto e por chave; depois, 429 com <code>Retry-After</code>. Um exemplo em Node:',
  ),
  code(CALLS),
].join('')
