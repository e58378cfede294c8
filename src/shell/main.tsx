import '#web/leaving.ts'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { loadLanguage } from '#web/i18n.ts'
import { MissingPage } from '#web/lazy.tsx'
import { App } from './App.tsx'
import { BrokenPage } from './BrokenScreen.tsx'
import { takeEarly } from './early.ts'
import { applyLayout, readLayout } from './layout.ts'
import { fetchFirst } from './Catalogue.tsx'
import { start } from './start.ts'

const toSignIn = () => {
  const back = location.pathname + location.search
  location.assign(`/session/signin?returnUrl=${encodeURIComponent(back)}`)
}
const layout = readLayout()
applyLayout(layout)
if (layout.boxed || layout.menu !== 'full') void import('./layout.css')
// The browser offers to install once, early: the screen about this device asks with it (slots/DevicePage.tsx).
addEventListener('beforeinstallprompt', (e) => {
  e.preventDefault()
  document.installer = e
})
/** React has emptied its root when no boundary could draw, so the page that says so gets a root of its own. */
function onUncaughtError(error: unknown): void {
  reportError(error)
  const app = document.createElement('div')
  app.id = 'app'
  document.getElementById('app')?.replaceWith(app)
  const onUncaughtError = () => void import('./draw-plain-page.ts').then((page) => page.drawPlainPage())
  createRoot(app, { onUncaughtError }).render(<BrokenPage />)
}
// A function of its own: what it fetches needs this file, and would wait for ever while this file waits.
async function begin(): Promise<void> {
  const screen = await Promise.all([loadLanguage(), start(toSignIn).then(fetchFirst)]).then(
    () => <App />,
    (error: unknown) => {
      console.warn('start', error)
      return <MissingPage />
    },
  )
  const again = takeEarly()
  // Drawn at once, so that what was done on the markup is done on the screen in the same breath.
  flushSync(() => createRoot(document.getElementById('app') as HTMLElement, { onUncaughtError }).render(screen))
  again()
  document.documentElement.classList.remove('veiled')
}
void begin()

// The font comes after the first paint; its fallback has the same metrics.
const font = () => {
  const address = document.querySelector<HTMLMetaElement>('meta[name="font"]')?.content
  if (address)
    void new FontFace('Inter', `url(${address}) format("woff2")`, { weight: '100 900' }).load().then(
      (f) => document.fonts.add(f),
      () => {},
    )
}
if (document.readyState === 'complete') setTimeout(font, 800)
else addEventListener('load', () => setTimeout(font, 800))
