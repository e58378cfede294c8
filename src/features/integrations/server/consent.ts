// Linking by consent (OAuth 2, code flow): the admin's browser goes to the ERP with a
// signed state and comes back to the platform's one address with a code, which becomes tokens. A state
// is good once and for ten minutes.
import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { inCompany } from '#server/db.ts'
import { countTry } from '#server/count-tries.ts'
import type { Kit } from '#server/serve.ts'
import { sameBytes } from '#server/signed.ts'
import { Refusal } from '#shared/errors.ts'
import { baseOf } from './ask.ts'
import { contextOf, saveTokens } from './context.ts'
import { tokens } from './erp/bling/call.ts'
import { ErpFailure } from './erp/types.ts'
import { findIntegration, findSecrets } from './queries.ts'
import { changeIntegration } from './writes.ts'

const MINUTES = 10
interface State {
  company_id: number
  integration_id: number
  /** Where the admin came from. */
  origin: string
  nonce: string
}
const sign = (appKey: string, text: string) => createHmac('sha256', appKey).update(`consent:${text}`).digest()

export function consentState(appKey: string, { now, ...state }: State & { now: Date }): string {
  const text = Buffer.from(JSON.stringify({ ...state, until: now.getTime() + MINUTES * 60_000 })).toString('base64url')
  return `${text}.${sign(appKey, text).toString('base64url')}`
}
function readState(appKey: string, state: string, now: Date): State {
  const [text = '', given = ''] = state.split('.')
  const good = sign(appKey, text)
  const sent = Buffer.from(given, 'base64url')
  if (!sameBytes(good, sent)) throw new Refusal('not_found')
  const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as State & { until: number }
  if (read.until < now.getTime())
    throw new Refusal('unauthorized', { message: 'A conexão demorou demais. Volte às integrações e conecte de novo.' })
  return read
}
export const consentUrl = (config: Config, state: string) =>
  `${baseOf(config, 'bling').replace('//api.', '//www.')}/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: config.blingId, state })}`

/** Exchanges the code; answers the address to go back to. */
export async function takeConsent(kit: Kit, state: string, code: string, now: Date): Promise<string> {
  const { company_id, integration_id, origin, nonce } = readState(kit.config.appKey, state, now)
  await countTry(kit, [{ key: `consent-state:${nonce}`, limit: 1, seconds: MINUTES * 60 }], now)
  const back = (word: string) => `${origin}/dashboard/integrations?id=${integration_id}&consent=${word}`
  const found = await inCompany(kit.pool, company_id, async (tx) => {
    const integration = await findIntegration(tx, integration_id)
    return integration?.type === 'bling' ? { integration, secrets: await findSecrets(tx, integration_id) } : undefined
  })
  if (!found) throw new Refusal('not_found')
  // Refused on the ERP's page: there is no code.
  if (!code) return back('no')
  try {
    const made = await tokens(contextOf(kit, found.integration, found.secrets), {
      grant_type: 'authorization_code',
      code,
    })
    await inCompany(kit.pool, company_id, async (tx) => {
      await saveTokens(kit, tx, found.integration, made)
      await changeIntegration(tx, integration_id, { problem: '' })
    })
    return back('ok')
  } catch (error) {
    if (!(error instanceof ErpFailure)) throw error
    return back('no')
  }
}
