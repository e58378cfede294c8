// One's own new password needs the old one, whichever call it comes by.
import { checkPassword } from '#server/passwords.ts'
import { countTry, giveBack } from '#server/count-tries.ts'
import type { Kit } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { findPasswordHash, forgetTries } from './writes.ts'

/** Refuses whoever does not know the password. Tries are counted by person and by address; a right one is forgotten.
 * Before the call's own transaction begins. */
export async function provePassword(
  kit: Kit,
  who: { user_id: number; ip: string },
  given: string | undefined,
  now: Date,
): Promise<void> {
  const { login_account, login_ip } = kit.config.limits
  const key = `password:${who.user_id}`
  const ipKey = `password-ip:${who.ip}`
  await countTry(
    kit,
    [
      { key, limit: login_account, seconds: 15 * 60 },
      { key: ipKey, limit: login_ip, seconds: 60 },
    ],
    now,
  )
  if (!(await checkPassword(given ?? '', await findPasswordHash(kit.db, who.user_id))))
    throw new Refusal('wrong_password', { errors: { current_password: ['A senha atual não confere.'] } })
  await forgetTries(kit.db, key)
  await giveBack(kit, [ipKey])
}
