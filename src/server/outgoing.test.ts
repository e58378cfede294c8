// Canaries: what others name as an address never makes this server call its own machine or its neighbours.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { askOutside } from './outgoing.ts'

let canary: Server
let port: number
let sung = 0
before(async () => {
  canary = createServer((_request, answer) => answer.end('segredo da casa'))
  canary.on('connection', () => sung++)
  await new Promise<void>((done) => canary.listen(0, '::', done))
  port = (canary.address() as AddressInfo).port
})
after(() => canary.close())
const ask = (address: string, simulated: string[] = []) =>
  askOutside(address, simulated, { method: 'GET', headers: {}, most: 1000, timeout: 2000 })

test('no way of writing this machine, its network or a cloud’s own addresses is called', async () => {
  const hosts = `127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 127.0.0.1. １２７.0.0.1 0 0.0.0.0 localhost LOCALHOST
    localhost. x.localhost user:pass@localhost exemplo.test@127.0.0.1 [::1] [::] [::ffff:127.0.0.1]
    [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1]
    [2002:7f00:1::] [2001:0:1::7f00:1] [fe80::1] [fec0::1] [fd00::1] [100::1] [2001:db8::1] [ff02::1]
    10.0.0.1 100.64.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.0.1 198.18.0.1 192.0.2.1
    198.51.100.1 203.0.113.1 224.0.0.1 255.255.255.255 [fd00:ec2::254]`.split(/\s+/)
  for (const host of hosts)
    for (const scheme of ['https', 'http'])
      await assert.rejects(
        // The promise and what new URL throws are both a refusal.
        async () => ask(`${scheme}://${host}:${port}/`),
        (e: Error) => /not a public address|Invalid URL|ENOTFOUND|EAI_AGAIN/.test(`${e.message}`),
        `${scheme}://${host}`,
      )
  for (const address of [
    'file:///etc/passwd',
    'ftp://exemplo.test/',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    '//127.0.0.1',
  ])
    await assert.rejects(async () => ask(address), /not a public address|Invalid URL/, address)
  assert.equal(sung, 0, 'somebody called')
})
test('twin: the same canary sings for an address that a test answers itself', async () => {
  const origin = `http://127.0.0.1:${port}`
  assert.equal((await ask(`${origin}/x`, [origin])).body.toString(), 'segredo da casa')
  assert.equal(sung, 1)
})
