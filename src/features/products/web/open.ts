// What screens ask of the device's copy; it is loaded when somebody is here, after the first paint.
import type { View } from '#features/readers/rules.ts'
import { device, renewedBy } from '#web/device/index.ts'
import { catalogue, type Eyes } from './catalogue.ts'

/** Without a server it may not come: the page goes on without it, and the next try brings it. */
const copy = () => import('./copy.ts').catch(() => null)
/** Opens what the device keeps for an account, as the link's seller shows it, then fetches what changed. `seller`: of
 * somebody who sells, and so keeps every price, what they see themselves. `named`: a person, who follows live events. */
export async function openCopy(owner: string, seller: View | null, named: boolean): Promise<void> {
  const here = await copy()
  if (here) return here.open(owner, seller, named)
  // Screens need not wait for what is not coming.
  device.set((d) => ({ ...d, opened: true }))
  catalogue.set((c) => ({ ...c, looked: true }))
}
renewedBy(async () => (await copy())?.renewNow())
/** Through whose eyes the catalogue is seen from now on; null: the own ones. */
export const lookAs = async (next: Eyes | null): Promise<void> => (await copy())?.look(next)
