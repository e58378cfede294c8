// A connector's view of one link: its opened secrets, its tokens, and how it asks.
import { inCompany, type Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { seal, unseal } from '#server/seal.ts'
import type { SecretField } from '../rules.ts'
import { askErp, baseOf } from './ask.ts'
import { connectors } from './erp/index.ts'
import { type Context, ErpFailure, type Tokens } from './erp/types.ts'
import { findSecrets, type IntegrationRow, lockIntegration, type SecretRow } from './queries.ts'
import { saveSecret } from './writes.ts'

/** A token is renewed when it has less than this left. */
const MARGIN_MS = 300_000

export function contextOf(
  kit: Kit,
  integration: IntegrationRow,
  stored: SecretRow[],
  since: Date | null = null,
): Context {
  const { company_id, id, type } = integration
  const open = (s: SecretRow) => unseal(kit.config.appKey, { company_id, of: id, field: s.field }, s.sealed)
  const typed = stored.filter((s) => s.field !== 'access' && s.field !== 'refresh')
  const c: Context = {
    type,
    base: baseOf(kit.config, type),
    secrets: Object.fromEntries(typed.map((s) => [s.field as SecretField, open(s)])),
    platform: {
      bling_id: kit.config.blingId,
      bling_secret: kit.config.blingSecret,
      pedidook_partner: kit.config.pedidookPartner,
    },
    id_system: integration.id_system,
    settings: integration.settings,
    now: kit.clock.now(),
    since,
    ignore_stock: integration.ignore_stock,
    ask: (request, judge) => askErp(kit.config, c, request, judge),
    // Two at once would use one refresh token twice, and the ERP would end the connection: one
    // waits, and finds the new one.
    access: (stale) =>
      inCompany(kit.pool, company_id, async (tx) => {
        if (!(await lockIntegration(tx, id))) throw new ErpFailure('refused', 'Esta integração foi desligada.')
        const tokens = await findSecrets(tx, id)
        const access = tokens.find((s) => s.field === 'access')
        if (access && access.expires_at && access.expires_at.getTime() - kit.clock.now().getTime() > MARGIN_MS) {
          const token = open(access)
          if (token !== stale) return token
        }
        const refresh = tokens.find((s) => s.field === 'refresh')
        const made = await connectors[type].sign?.(c, refresh ? open(refresh) : '')
        if (!made) throw new ErpFailure('credentials', 'Esta integração precisa ser conectada.')
        await saveTokens(kit, tx, integration, made)
        return made.access
      }),
  }
  return c
}
/** Tokens are saved before they are used. */
export async function saveTokens(
  kit: Kit,
  tx: Tx,
  { company_id, id }: Pick<IntegrationRow, 'company_id' | 'id'>,
  made: Tokens,
): Promise<void> {
  const now = kit.clock.now()
  const save = (field: string, secret: string, expires?: Date) =>
    saveSecret(tx, company_id, id, {
      field,
      sealed: seal(kit.config.appKey, { company_id, of: id, field }, secret),
      last4: '',
      now,
      ...(expires && { expires_at: expires }),
    })
  await save('access', made.access, new Date(now.getTime() + made.expires_in * 1000))
  // An answer without a new one: the old one stays good.
  if (made.refresh) await save('refresh', made.refresh)
}
