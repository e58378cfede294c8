// Notices on this device: what the browser allows, and the subscription that its push service gives.
import { call } from '#web/api.ts'
import { isApp, isApple } from '#web/app.ts'
import { language } from '#web/i18n.ts'
import { accountName } from '#web/session.ts'
import { tell, told } from '#web/worker-state.ts'
import { subscription } from '#web/worker.ts'
import { dropDevice, keepDevice, readSettings, type Settings } from '../contract.ts'

/** `ask`: may be asked for; `denied`: refused in the browser, which asks no more; `home`: only from the home screen;
 * `none`: this browser has none. */
export type Standing = 'on' | 'off' | 'ask' | 'denied' | 'home' | 'none'
export async function standing(): Promise<Standing> {
  const there = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!there) return isApple() && !isApp() ? 'home' : 'none'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission === 'default') return 'ask'
  return (await told()).pushes === accountName() && (await subscription()) ? 'on' : 'off'
}
const LONGEST_WAIT = 15_000
const late = () => new Promise<never>((_, no) => setTimeout(() => no(new Error('no worker')), LONGEST_WAIT))
const same = (a: ArrayBuffer | null | undefined, key: string) =>
  !!a &&
  btoa(String.fromCharCode(...new Uint8Array(a)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '') === key
/** A subscription under the server's key, the one that there is or a new one; the server keeps it for whoever is here. */
async function register(key: string): Promise<Settings> {
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late()])
  let found = await pushManager.getSubscription()
  if (found && !same(found.options.applicationServerKey, key)) {
    await found.unsubscribe()
    found = null
  }
  const one = found ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  const { endpoint = '', keys } = one.toJSON()
  const body = { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '', language: language() }
  const settings = await call(keepDevice, { body })
  const icon = document.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]')?.href
  await tell({ pushes: accountName(), ...(icon && { icon }) })
  return settings
}
/** Asks the person, where that is still to be asked, and subscribes. Null: not allowed. */
export async function turnOn(): Promise<Settings | null> {
  // Asked before anything else is waited for: Safari lets only the tap itself ask.
  if ((await Notification.requestPermission()) !== 'granted') return null
  return register((await call(readSettings)).key)
}
export async function turnOff(devices: Settings['devices']): Promise<Settings | null> {
  const mine = devices.find((d) => d.current)
  const settings = mine ? await call(dropDevice, { params: { id: mine.id } }) : null
  await tell({ pushes: '' })
  await (await subscription())?.unsubscribe()
  return settings
}
/** At every start: what was switched on here is still so, under this session; of somebody else who was here it is over. */
export async function keepUp(): Promise<void> {
  const { pushes } = await told()
  if (!pushes) return
  if (pushes !== accountName()) {
    await tell({ pushes: '' })
    await (await subscription())?.unsubscribe()
  } else if (Notification.permission === 'granted') await register((await call(readSettings)).key)
}
