// Calls with a token that ends: one that is refused is made anew once.
import { type Context, ErpFailure } from './types.ts'

/** Thrown by a judge: the token is no longer good. */
export class Stale extends Error {}
/** `gone` is what the admin reads when the new token is refused as well. */
export async function withToken<T>(c: Context, call: (token: string) => Promise<T>, gone: string): Promise<T> {
  const token = await c.access()
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof Stale)) throw error
  }
  try {
    return await call(await c.access(token))
  } catch (error) {
    if (!(error instanceof Stale)) throw error
    throw new ErpFailure('credentials', gone)
  }
}
