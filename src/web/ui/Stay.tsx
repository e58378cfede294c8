import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import { leaving } from '../leaving.ts'
import { Confirm } from './Confirm.tsx'

/** While something is on its way, who leaves the page is asked first: by a link, by
 * the back button, by closing the tab. */
export function Stay({ active, text }: { active: boolean; text: string }) {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const free = useRef(false)
  useEffect(() => {
    if (!active) return
    const here = location.href
    free.current = false
    const go = (how: () => void) => () => {
      free.current = true
      how()
    }
    const onUnload = (e: BeforeUnloadEvent) => {
      if (!free.current) e.preventDefault()
    }
    const onClick = (e: MouseEvent) => {
      const link = e.target instanceof Element ? e.target.closest<HTMLAnchorElement>('a[href]') : null
      if (
        free.current ||
        !link ||
        link.target === '_blank' ||
        e.ctrlKey ||
        e.metaKey ||
        e.shiftKey ||
        link.pathname === location.pathname
      )
        return
      e.preventDefault()
      e.stopPropagation()
      setLeave(() => go(() => link.click()))
    }
    const onBack = (e: PopStateEvent) => {
      if (free.current || location.pathname === new URL(here).pathname) return
      e.stopImmediatePropagation()
      // Already back: the page's own address again, one step behind it is where the person wanted to go.
      history.pushState(null, '', here)
      setLeave(() => go(() => history.back()))
    }
    addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, true)
    leaving.onBack = onBack
    return () => {
      removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, true)
      leaving.onBack = null
      setLeave(null)
    }
  }, [active])
  if (!leave) return null
  return <Confirm title={t('Sair desta página?')} text={text} danger onClose={() => setLeave(null)} onConfirm={leave} />
}
