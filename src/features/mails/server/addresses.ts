// Addresses that a company gave: each is asked once, by a link, whether it wants the company's mails (decision 0104).
import type { Tx } from '#server/db.ts'
import { countInside } from '#server/count-tries.ts'
import type { Kit } from '#server/serve.ts'
import { newToken, tokenHash } from '#server/session.ts'
import * as q from './queries.ts'
import { addMail, putAddress } from './writes.ts'

const LINK_HOLDS = 3 * 86_400_000
const DAY = 86_400

/** Sends a link to confirm it to each address that the company does not own yet, within the limits. Returns the seconds
 * to wait where a limit kept one from being asked, else 0. */
export async function askConfirmation(
  kit: Kit,
  tx: Tx,
  { company, now }: { company: number; now: Date },
  list: string[],
): Promise<number> {
  const { confirm_minute, confirm_address, confirm_company } = kit.config.limits
  let longest = 0
  // In one order, so that two who ask for the same addresses do not lock crosswise.
  for (const address of [...new Set(list.map((a) => a.trim().toLowerCase()))].filter(Boolean).sort()) {
    if (await q.isOwnAddress(tx, company, address)) continue
    const counted = await q.countedAddress(tx, address)
    const wait = await countInside(
      tx,
      [
        { key: `confirm-minute:${company}:${counted}`, limit: confirm_minute, seconds: 60 },
        { key: `confirm-company:${company}`, limit: confirm_company, seconds: DAY },
        { key: `confirm-address:${counted}`, limit: confirm_address, seconds: DAY },
      ],
      now,
    )
    longest = Math.max(longest, wait)
    const token = newToken(kit.config.appKey)
    await putAddress(tx, company, {
      address,
      ...(wait === 0 && { token: tokenHash(token), expires: new Date(now.getTime() + LINK_HOLDS) }),
      now,
    })
    if (wait > 0) continue
    await addMail(tx, company, {
      key: `confirmar-${company}-${now.getTime()}-${tokenHash(token).toString('hex').slice(0, 12)}`,
      recipient: address,
      language: await q.languageOf(tx, company, address),
      template: 'confirm_address',
      params: { company: await q.nameOf(tx, company), secret: `${kit.config.publicUrl}/session/confirmar#${token}` },
    })
  }
  return longest
}
