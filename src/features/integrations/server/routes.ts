import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { logAs } from '#features/logs/server/index.ts'
import { findCompany } from '#features/companies/server/index.ts'
import { originAt } from '#server/addresses.ts'
import type { Tx } from '#server/db.ts'
import { seal } from '#server/seal.ts'
import { countTry } from '#server/count-tries.ts'
import { type Call, type Kit, paging, SENT, serve } from '#server/serve.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { logoOf, SECRETS, type SecretField, SYSTEMS, systemOf, TYPES, type Type } from '../rules.ts'
import { consentState, consentUrl, takeConsent } from './consent.ts'
import { its, theirs } from './links.ts'
import { SENDING_OFF } from './push.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

/** A secret as it is shown; sent back, it keeps what is stored. */
const DOTS = '••••'

export function routes(app: FastifyInstance, kit: Kit): void {
  const available = (type: Type) =>
    type === 'bling' ? kit.config.blingId !== '' : type === 'pedidook' ? kit.config.pedidookPartner !== '' : true

  serve(app, kit, c.listSystems, async () => TYPES.filter(available))
  serve(app, kit, c.listIntegrations, async ({ tx, query, caller }) => {
    const { limit, page, offset } = paging(query, 25, caller)
    const name = (query.name ?? '').toLowerCase()
    const types = SYSTEMS.filter((s) => s.system_name.toLowerCase().includes(name)).map((s) => s.type)
    const rows = await q.findIntegrations(tx, types, limit, offset)
    return { rows: rows.map(present), total: rows[0]?.total ?? 0, page, limit }
  })
  serve(app, kit, c.readIntegration, async ({ tx, params }) => one(tx, params.id))
  serve(app, kit, c.createIntegration, async (call) => {
    const { tx, body, caller, now } = call
    const system = SYSTEMS.find((s) => s.type === body.type || s.sync_system_id === body.sync_system_id)
    if (!system) throw invalid({ type: 'Escolha um dos sistemas: Omie, Bling, Sankhya, TagPlus ou PedidoOK.' })
    const missing = system.asks.filter((a) => !body[a.field])
    if (missing.length)
      throw invalid(
        Object.fromEntries(missing.map((a) => [a.field, { text: 'Preencha {name}.', values: { name: a.label } }])),
      )
    if (await q.findByType(tx, system.type)) throw new Refusal('integration_exists')
    const id = await w.addIntegration(tx, caller.company_id, system.type, now)
    await save(call, id, { ...body, status: undefined })
    await log(call, 'create', id, system.system_name)
    return one(tx, id)
  })
  serve(app, kit, c.updateIntegration, async (call) => {
    const was = await theirs(call.tx, call.params.id)
    await save(call, was.id, call.body)
    // What a wider filter or other lists let in is found by a whole walk only.
    const { filter, ignore_stock, sync_categories, id_system } = call.body
    const differs = (now: unknown, before: unknown) => now !== undefined && (now ?? '') !== before
    if (
      differs(filter, was.filter) ||
      differs(ignore_stock, was.ignore_stock) ||
      differs(sync_categories, was.sync_categories) ||
      differs(id_system, was.id_system)
    )
      await w.forgetWatermark(call.tx, was.id)
    await log(call, 'update', was.id, systemOf(was.type).system_name)
    return one(call.tx, was.id)
  })
  serve(app, kit, c.deleteIntegration, async (call) => {
    const was = await theirs(call.tx, call.params.id)
    await w.removeIntegration(call.tx, was.id, call.now)
    await log(call, 'delete', was.id, systemOf(was.type).system_name)
    return null
  })

  serve(app, kit, c.connectIntegration, async ({ tx, params, caller, now, request }) => {
    await its(tx, 'bling', params.id)
    if (!available('bling'))
      throw new Refusal('conflict', {
        message: 'O Bling ainda não pode ser conectado nesta plataforma. Fale com o Mostruário.',
      })
    const company = await findCompany(tx, caller.company_id)
    const state = {
      company_id: caller.company_id,
      integration_id: params.id,
      origin: originAt(kit.config, company?.path ?? '', request.host),
      nonce: randomBytes(18).toString('base64url'),
    }
    return { url: consentUrl(kit.config, consentState(kit.config.appKey, { ...state, now })) }
  })
  serve(app, kit, c.returnFromConsent, async ({ query, reply, now, ip }) => {
    await countTry(kit, [{ key: `consent:${ip}`, limit: 20, seconds: 600 }], now)
    const back = await takeConsent(kit, query.state ?? '', query.code ?? '', now)
    await reply.header('cache-control', 'no-store').redirect(back)
    return SENT
  })

  async function one(tx: Tx, id: number): Promise<c.Integration> {
    const found = await q.findShown(tx, id)
    if (!found) throw new Refusal('not_found')
    return present(found)
  }
  async function save(
    call: Pick<Call<typeof c.updateIntegration>, 'tx' | 'caller' | 'now'>,
    id: number,
    body: Call<typeof c.updateIntegration>['body'],
  ): Promise<void> {
    const { tx, caller, now } = call
    const given = SECRETS.flatMap((field) => {
      const secret = (body[field] ?? '').trim()
      return secret && !secret.startsWith(DOTS) ? [{ field, secret }] : []
    })
    for (const { field, secret } of given) {
      const sealed = seal(kit.config.appKey, { company_id: caller.company_id, of: id, field }, secret)
      await w.saveSecret(tx, caller.company_id, id, {
        field,
        sealed,
        last4: secret.length >= 8 ? secret.slice(-4) : '',
        now,
      })
    }
    if (given.length) await w.dropTokens(tx, id)
    if (body.settings) await w.saveSettings(tx, id, body.settings)
    const sender = body.send_order_to_integration ? await q.findSender(tx, id) : undefined
    if (sender)
      throw invalid({
        send_order_to_integration: {
          text: 'O {name} já recebe os pedidos. Desligue lá antes.',
          values: { name: systemOf(sender.type).system_name },
        },
      })
    const { id_system, status, filter, send_order_to_integration, ignore_stock, sync_categories } = body
    await w.changeIntegration(tx, id, {
      ...(id_system !== undefined && { id_system }),
      ...(status && { active: status === 'active' || status === 'Ativa' }),
      ...(filter !== undefined && { filter: filter ?? '' }),
      ...(send_order_to_integration !== undefined && { send_order_to_integration }),
      ...(ignore_stock !== undefined && { ignore_stock }),
      ...(sync_categories !== undefined && { sync_categories }),
      // New keys deserve a new try.
      ...(given.length && { problem: '' }),
    })
    const { active, send_order_to_integration: sends } = (await q.findIntegration(tx, id)) ?? {}
    if (!active || !sends) await w.refuseWaiting(tx, id, ['fila'], SENDING_OFF)
  }
  const log = (
    { tx, caller }: Pick<Call<typeof c.updateIntegration>, 'tx' | 'caller'>,
    action: string,
    object_id: number,
    name: string,
  ) => logAs(tx, caller, { action, object: 'integration', object_id, name })
}
const dateOf = (text: string | null) => (text === null ? null : new Date(text))
function present(i: q.Shown): c.Integration {
  const { asks: _a, orders: _o, own: _w, ...system } = systemOf(i.type)
  const last4 = (field: SecretField) => i.secrets.find((s) => s.field === field)?.last4
  const { run } = i
  return {
    ...system,
    logo: logoOf(i.type),
    id: i.id,
    company_id: i.company_id,
    id_system: i.id_system,
    status: i.active ? 'Ativa' : 'Inativa',
    filter: i.filter,
    send_order_to_integration: i.send_order_to_integration,
    ignore_stock: i.ignore_stock,
    sync_categories: i.sync_categories,
    ...(Object.fromEntries(
      SECRETS.flatMap((f) => [[`${f}_set`, last4(f) !== undefined] as const, [`${f}_last4`, last4(f) ?? ''] as const]),
    ) as Pick<c.Integration, `${SecretField}_set` | `${SecretField}_last4`>),
    // A link by consent counts as set when its tokens are there.
    ...(i.type === 'bling' && { token_set: i.secrets.some((s) => s.field === 'refresh') }),
    problem: i.problem,
    created_at: i.created_at,
    synced_at: i.synced_at,
    products: i.products,
    absent: i.absent,
    orders_waiting: i.orders_waiting,
    orders_refused: i.orders_refused,
    settings: i.settings,
    run: run && {
      ...run,
      started_at: new Date(run.started_at),
      ended_at: dateOf(run.ended_at),
      resume_at: dateOf(run.resume_at),
    },
  }
}
