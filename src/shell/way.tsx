// The way from a list to one of its things and back, the same for orders, quotes, clients, people, profiles and all that
// come: told by the addresses, the thing's begins with the list's. The browser draws it, and whoever comes back finds
// the focus where it was left.
import { type ReactNode, useEffect, useRef } from 'react'
import { Router, useLocation } from 'wouter'
import { moving } from '#web/moving.ts'
import './way.css'

const pathOf = (address: string) => address.replace(/[?#].*/, '').replace(/\/$/, '')
/** Whether `thing` is one of what stands at `list`. */
const isOf = (thing: string, list: string) => pathOf(thing).startsWith(`${pathOf(list)}/`)
const PATIENCE = 4000

export function Way({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const before = useRef(path)
  useEffect(() => {
    const was = before.current
    before.current = path
    if (isOf(was, path)) return focusAgain(was)
  }, [path])
  return <Router aroundNav={around}>{children}</Router>
}
let turns = 0
function around(navigate: (to: string, options?: object) => void, to: string, options?: { transition?: boolean }) {
  const here = location.pathname
  const deeper = isOf(to, here)
  if (!deeper && !isOf(here, to) && !options?.transition) return navigate(to, options)
  const root = document.documentElement
  const turn = ++turns
  root.dataset.way = deeper || options?.transition ? 'in' : 'out'
  moving(
    () => navigate(to, options),
    undefined,
    () => turn === turns && delete root.dataset.way,
  )
}
/** The list may still be on its way; who has gone on with something else keeps it. */
function focusAgain(thing: string): () => void {
  const look = () => {
    if (document.activeElement !== document.body) return stop()
    const link = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(
      (a) => pathOf(a.pathname) === pathOf(thing),
    )
    if (!link) return
    stop()
    link.focus({ preventScroll: true })
    const { top, bottom } = link.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) link.scrollIntoView({ block: 'center' })
  }
  const watch = new MutationObserver(look)
  const ends = setTimeout(() => stop(), PATIENCE)
  function stop() {
    watch.disconnect()
    clearTimeout(ends)
  }
  watch.observe(document.body, { childList: true, subtree: true })
  look()
  return stop
}
