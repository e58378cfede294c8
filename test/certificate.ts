// Certificates that nobody else has signed, made on the spot.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Files in `dir`: one for these names. */
export function certificate(dir: string, name: string, ...names: string[]): { cert: string; key: string } {
  const [cert, key] = [join(dir, `${name}.pem`), join(dir, `${name}-key.pem`)]
  const alt = [name, ...names].map((n) => `DNS:${n}`).join(',')
  execFileSync(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=${alt} -keyout ${key} -out ${cert}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  )
  return { cert, key }
}
