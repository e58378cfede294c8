// Beside every screen of somebody with a name: takes what is looked at for read, keeps this device's subscription alive
// and the number on the app's icon right. It shows nothing. What a notice was tapped for is opened by veil.js.
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { mark, readHere, useKeptNotices } from './kept.ts'
import { keepUp } from './push.ts'

interface Badges {
  setAppBadge?: (n: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}
export default function Noticed() {
  const [path] = useLocation()
  const now = useKeptNotices()
  useEffect(() => void keepUp().catch(() => {}), [])
  useEffect(() => {
    const read = () => {
      const seen = now && document.visibilityState === 'visible' ? readHere(now.rows, path) : []
      if (seen.length > 0) void mark(seen)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [now, path])
  const unread = now?.unread ?? 0
  useEffect(() => {
    const { setAppBadge, clearAppBadge } = navigator as Badges
    void (unread > 0 ? setAppBadge?.call(navigator, unread) : clearAppBadge?.call(navigator))?.catch(() => {})
    if (unread > 0) return
    void navigator.serviceWorker
      ?.getRegistration()
      .then(async (r) => {
        for (const shown of (await r?.getNotifications()) ?? []) shown.close()
      })
      .catch(() => {})
  }, [unread])
  return null
}
