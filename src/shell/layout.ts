// How a person likes the screen: kept on this device until they sign out.
export interface Layout {
  theme: 'system' | 'light' | 'dark'
  boxed: boolean
  /** The side menu as icons, or as icons with small words. */
  menu: 'full' | 'collapsed' | 'compact'
}
const KEY = 'mo_layout'
const THEME = 'mo_theme'
const plain: Layout = { theme: 'system', boxed: false, menu: 'full' }

export function readLayout(): Layout {
  const theme = localStorage.getItem(THEME)
  try {
    return {
      ...plain,
      ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Layout>),
      theme: theme === 'dark' || theme === 'light' ? theme : 'system',
    }
  } catch {
    return plain
  }
}
/** Puts the layout on the page. */
export function applyLayout(l: Layout): void {
  const { dataset } = document.documentElement
  if (l.theme === 'system') delete dataset.theme
  else dataset.theme = l.theme
  dataset.boxed = String(l.boxed)
  dataset.menu = l.menu
}
export function keepLayout(l: Layout): void {
  const { theme, ...rest } = l
  // The veil reads the theme before the first paint, by itself.
  if (theme === 'system') localStorage.removeItem(THEME)
  else localStorage.setItem(THEME, theme)
  localStorage.setItem(KEY, JSON.stringify(rest))
  applyLayout(l)
  void import('./layout.css')
}
