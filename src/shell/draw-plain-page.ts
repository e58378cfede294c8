// The last page: the words of BrokenScreen without React, for a fault that the words themselves share. A piece whose data
// throws is left out; the others remain.
import { t } from '#web/i18n.ts'
import { CART, viewerHere } from './BrokenScreen.tsx'
import { chatHref, chatPhone, sellers } from './viewer.ts'

const element = <K extends keyof HTMLElementTagNameMap>(name: K, text: string, className = '') =>
  Object.assign(document.createElement(name), { textContent: text, className })
const link = (text: string, href: string) => Object.assign(element('a', text, 'btn sec'), { href })
/** The chat of the catalogue's seller, else of the company. */
function chat(): HTMLElement | null {
  const who = viewerHere()
  const list = sellers.get()
  return who && who.level >= 2 && chatPhone(who, list) ? link(t('Conversar via whatsapp'), chatHref(who, list)) : null
}
function reload(): HTMLElement {
  const button = element('button', t('Recarregar'), 'btn pri')
  button.onclick = () => location.reload()
  return button
}
const pieces: (() => HTMLElement | null)[] = [
  () => element('h1', t('Esta tela parou de funcionar')),
  () =>
    element(
      'p',
      t('O erro é nosso. O que já estava salvo neste aparelho, como os itens do seu pedido, não se perdeu.'),
    ),
  reload,
  () => (viewerHere()?.orders ? link(t('Ver pedido'), CART) : null),
  () => (viewerHere()?.isClient ? link(t('Voltar ao catálogo'), '/pedidos') : link(t('Voltar ao início'), '/mobi')),
  chat,
]
/** Draws it in place of whatever is in the page. */
export function drawPlainPage(): void {
  const words = element('div', '', 'empty')
  words.role = 'alert'
  for (const piece of pieces)
    try {
      const drawn = piece()
      if (drawn) words.append(drawn)
    } catch (error) {
      reportError(error)
    }
  const main = document.createElement('main')
  main.append(words)
  document.getElementById('app')?.replaceChildren(main)
}
