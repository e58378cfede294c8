// How runs and links read.
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import type { Integration, Run } from '../contract.ts'
import { systemOf } from '../rules.ts'

export function runWords(r: Run): string {
  if (r.status === 'andando')
    return r.seen > 0 ? tn(r.seen, 'Lendo: {n} produto até agora', 'Lendo: {n} produtos até agora') : t('Começando…')
  if (r.status === 'espera')
    return [t(r.message), r.resume_at && t('Próxima tentativa: {when}.', { when: showMoment(r.resume_at) })]
      .filter(Boolean)
      .join(' ')
  if (r.status === 'falhou') return t(r.message)
  if (r.losses && (r.status === 'retido' || r.status === 'descartado')) {
    const { products, of } = r.losses
    return r.status === 'retido'
      ? t('Retida: tiraria algo de {n} dos {of} produtos.', { n: products, of })
      : t('Descartada: tiraria algo de {n} dos {of} produtos.', { n: products, of })
  }
  const changes = [
    r.created > 0 && tn(r.created, '{n} novo', '{n} novos'),
    r.changed > 0 && tn(r.changed, '{n} mudou', '{n} mudaram'),
    r.retired > 0 && tn(r.retired, '{n} saiu do catálogo', '{n} saíram do catálogo'),
  ].filter(Boolean)
  return [
    tn(r.seen, '{n} produto conferido', '{n} produtos conferidos'),
    ...(changes.length ? changes : [t('nada mudou')]),
  ].join(', ')
}
/** State of a link in a word, and the pill's colour. */
export function stateOf(i: Integration): { word: string; pill: string } {
  if (i.status === 'Inativa') return { word: t('Inativa'), pill: 'trocada' }
  if (i.problem) return { word: t('Parou'), pill: 'vencida' }
  if (needsConsent(i)) return { word: t('Falta conectar'), pill: 'espera' }
  if (isHeld(i)) return { word: t('Espera decisão'), pill: 'espera' }
  if (isOpen(i) && i.run?.status === 'andando') return { word: t('Atualizando'), pill: 'espera' }
  return { word: t('Ativa'), pill: 'ativa' }
}
export const isOpen = (i: Integration) => i.run?.status === 'andando' || i.run?.status === 'espera'
/** Its newest run would take too much: nothing was written, and the admin decides. */
export const isHeld = (i: Integration) => i.run?.status === 'retido'
/** What a held run would take away, in words. */
export function lossWords({ price, stock, visibility, products, of }: NonNullable<Run['losses']>): string {
  const parts = [
    price > 0 && tn(price, '{n} ficaria sem preço', '{n} ficariam sem preço'),
    stock > 0 && tn(stock, '{n} ficaria sem estoque', '{n} ficariam sem estoque'),
    visibility > 0 && tn(visibility, '{n} sairia do catálogo', '{n} sairiam do catálogo'),
  ].filter(Boolean)
  return `${t('A última atualização mexeria em {n} dos {of} produtos:', { n: products, of })} ${parts.join(', ')}.`
}
/** Linked by consent, and nobody has given it yet. */
export const needsConsent = (i: Integration) => systemOf(i.type).asks.length === 0 && !i.token_set
