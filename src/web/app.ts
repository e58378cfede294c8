// Whether this page runs as an app, and on whose device: what Apple allows depends on both.
// The browser's own offer to install, where it makes one (Chrome, Edge, Samsung): kept until somebody takes it.

interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}
declare global {
  interface Document {
    installer?: InstallPrompt | null
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}
export const isApp = () =>
  (navigator as { standalone?: boolean }).standalone === true || matchMedia('(display-mode: standalone)').matches
export const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
