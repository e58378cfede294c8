// What is wrong with the layout of a page as it is drawn: measured in the page, at the width that it has.

/** Runs in the page. Each fault is one line: what, where, and by how much. */
export function layoutFaults(): string[] {
  const PRESSED = 'a[href], button, input, select, textarea, summary, label:has(input)'
  /** The least room, in px, of names of people, companies and products: headings, and what is bold. A `b` beside an
   * amount may be shorter. */
  const leastRoom = (el: Element) => {
    if (el.closest('h1, h3')) return 120
    if (Number(getComputedStyle(el).fontWeight) < 500) return 36
    return el.localName === 'b' ? 100 : 120
  }
  /** Drawn by libraries, or shown as a picture. */
  const APART = 'svg, canvas, [inert], [role=img], [role=slider], [aria-label^=Mapa], code, [aria-hidden=true]'
  const found = new Set<string>()
  if (document.documentElement.scrollWidth > innerWidth + 1)
    found.add(`the page is ${document.documentElement.scrollWidth} px wide`)
  for (const panel of document.querySelectorAll('main div:has(> table)'))
    if (panel.scrollWidth > panel.clientWidth + 1)
      found.add(`${panel.scrollWidth - panel.clientWidth} px of the table are outside its panel`)
  const label = (el: Element) => {
    const words = el.getAttribute('aria-label') ?? (el as HTMLElement).innerText ?? ''
    const classes = typeof el.className === 'string' ? el.className.trim().replaceAll(/\s+/g, '.') : ''
    return `${el.tagName.toLowerCase()}${classes && `.${classes}`} “${words.replaceAll(/\s+/g, ' ').slice(0, 40)}”`
  }
  /** For screen readers only, or not drawn. */
  const hidden = (el: Element) => {
    if (!el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true
    for (let up: Element | null = el; up; up = up.parentElement)
      if (getComputedStyle(up).clipPath !== 'none') return true
    return false
  }
  /** The bar, dialog or list that lies over the page and holds this element. */
  const layer = (el: Element) => {
    for (let up: Element | null = el; up; up = up.parentElement)
      if (
        ['fixed', 'sticky'].includes(getComputedStyle(up).position) ||
        up.matches('dialog, [aria-expanded=true] + div')
      )
        return up
    return null
  }
  /** What of a box its ancestors let through; where `reached`, up to what can be scrolled. */
  const seen = (el: Element, box: DOMRect, reached = false) => {
    let { left, right, top, bottom } = box
    for (let up: Element | null = el; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up)
      if (reached && /auto|scroll/.test(overflowX)) break
      const edge = up.getBoundingClientRect()
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  const within = (a: Element, b: Element) => a.contains(b) || b.contains(a)
  const roots = document.querySelectorAll('main, dialog[open]')
  const all = [...roots].flatMap((root) => [...root.querySelectorAll<HTMLElement>('*')])
  const shown = all.filter((el) => !el.closest(APART) && !hidden(el))

  // Texts: each line of each text node.
  const texts: { el: HTMLElement; box: () => DOMRect; layer: Element | null }[] = []
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  for (const el of shown)
    for (const node of el.childNodes) {
      const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''
      if (!text.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].map(
        (_, n) => () => seen(el, range.getClientRects()[n] ?? new DOMRect()),
      )
      for (const box of lines) if (box().width > 2 && box().height > 2) texts.push({ el, box, layer: layer(el) })
      // A word or an amount that is split between two lines.
      for (const { index, 0: word } of text.matchAll(/[^\s/@.–—-]{2,24}/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = new Set([...range.getClientRects()].map((r) => Math.round(r.top)))
        if (tops.size > 1) found.add(`broken word: ${word} in ${label(el)}`)
      }
      range.selectNodeContents(node)
      // Squeezed: less room than it needs, and next to none.
      let block: HTMLElement | null = el
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      const room = seen(block ?? el, (block ?? el).getBoundingClientRect(), true).width
      pen.font = getComputedStyle(el).font
      if (room + 1 < Math.min(leastRoom(el), pen.measureText(text.trim()).width))
        found.add(`squeezed to ${Math.round(room)} px: ${label(el)}`)
    }

  // Texts under another text or under a painted box.
  const painted = shown.filter((el) => {
    const style = getComputedStyle(el)
    const clear = (colour: string) => /^rgba\(.+, 0\)$|\/ 0\)$/.test(colour)
    const edged = Number.parseFloat(style.borderTopWidth) > 0 && !clear(style.borderTopColor)
    return edged || !clear(style.backgroundColor) || el.matches('img, input, select, textarea, button')
  })
  const boxes = [
    ...texts,
    ...painted.map((el) => ({ el, box: () => seen(el, el.getBoundingClientRect()), layer: layer(el) })),
  ].map((one) => ({ ...one, at: one.box() }))
  for (const text of boxes.slice(0, texts.length))
    for (const other of boxes) {
      if (text.layer !== other.layer || within(text.el, other.el)) continue
      const meets = (a: DOMRect, b: DOMRect) => {
        const x = Math.max(a.left, b.left)
        const y = Math.max(a.top, b.top)
        return new DOMRect(x, y, Math.min(a.right, b.right) - x, Math.min(a.bottom, b.bottom) - y)
      }
      const met = meets(text.at, other.at)
      if (met.width < 3 || met.height < 4) continue
      text.el.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const here = meets(text.box(), other.box())
      const on = document.elementFromPoint(here.left + here.width / 2, here.top + here.height / 2)
      if (on && (other.el.contains(on) || (on.contains(other.el) && !on.contains(text.el))))
        found.add(
          `${label(text.el)} is covered by ${label(other.el)}, ${Math.round(met.width)}×${Math.round(met.height)} px`,
        )
    }

  // What is pressed: three points of each line answer.
  for (const el of shown.filter((one) => one.matches(PRESSED) && !one.matches(':disabled, label:has(:disabled)'))) {
    const under = (block: 'center' | 'end') => {
      el.scrollIntoView({ block, inline: 'center', behavior: 'instant' })
      for (const line of el.getClientRects()) {
        const box = seen(el, line)
        if (box.width < 4 || box.height < 4) continue
        for (const share of [0.1, 0.5, 0.9]) {
          const hit = document.elementFromPoint(box.left + box.width * share, box.top + box.height / 2)
          const control = hit?.closest(PRESSED) as HTMLLabelElement | null
          const own = hit && (el.contains(hit) || control?.contains(el) || control?.control === el)
          if (!own) return hit ?? document.documentElement
        }
      }
      return null
    }
    // What a bar covers in the middle of the screen is free at its end.
    const over = under('center') && under('end')
    if (over) found.add(`${label(el)} cannot be pressed: ${label(over)} is there`)
  }
  scrollTo(0, 0)
  return [...found]
}

/** Runs in the page. Parts of a column that WebKit draws with no height: a flex basis of 0% counts as 0 px where the
 * column takes its height from its content. */
export function zeroBases(): string[] {
  const style = (el: Element) => getComputedStyle(el)
  const isColumn = (el: Element) => style(el).display.endsWith('flex') && style(el).flexDirection.startsWith('column')
  /** Whether the height is known without the content. */
  const definite = (el: Element): boolean => {
    const { position, top, bottom, alignSelf } = style(el)
    const height = el.computedStyleMap().get('height')?.toString() ?? 'auto'
    if (/(min|max|fit)-content/.test(height)) return false
    if (height !== 'auto') return true
    if (['fixed', 'absolute'].includes(position)) return top !== 'auto' && bottom !== 'auto'
    const parent = el.parentElement
    if (!parent || !style(parent).display.endsWith('flex')) return false
    const stretched = alignSelf === 'auto' ? style(parent).alignItems : alignSelf
    return (isColumn(parent) || ['normal', 'stretch'].includes(stretched)) && definite(parent)
  }
  return [...document.querySelectorAll('main *, dialog[open] *')]
    .filter((el) => {
      const parent = el.parentElement as Element
      const flows = !['fixed', 'absolute'].includes(style(el).position) && el.checkVisibility()
      return flows && /^0(px|%)$/.test(style(el).flexBasis) && isColumn(parent) && !definite(parent)
    })
    .map((el) => `${el.tagName.toLowerCase()}.${el.className} has a flex basis of ${style(el).flexBasis} in a column`)
}

/** Runs in each page before its scripts. Says of each dialog, once it is open and still, which of its parts have content
 * and no height, or would have none in WebKit. */
export function watchDialogs(basesOf: () => string[], prefix: string): void {
  const isPart = (el: Element): el is HTMLElement => {
    const { display, position, clipPath } = getComputedStyle(el)
    return display !== 'contents' && !display.startsWith('inline') && position === 'static' && clipPath === 'none'
  }
  const check = (dialog: HTMLDialogElement) => {
    if (!dialog.open || !dialog.checkVisibility()) return
    const flat = [...dialog.querySelectorAll('*')].filter(
      (el) => isPart(el) && el.innerText?.trim() && el.checkVisibility() && el.clientHeight === 0,
    )
    const faults = [...flat.map((el) => `${el.tagName.toLowerCase()}.${el.className} has no height`), ...basesOf()]
    for (const fault of faults) console.warn(`${prefix}${location.pathname} ${dialog.className}: ${fault}`)
  }
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof HTMLDialogElement) setTimeout(() => check(target), 600)
  }).observe(document, { attributeFilter: ['open'], subtree: true })
}
