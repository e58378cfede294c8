// What kinds there are, what they are called, and which link is which.
import { slug } from '#shared/name.ts'

export const TYPES = ['artesaos', 'marcas', 'fabricantes', 'outros'] as const
export type EntityType = (typeof TYPES)[number]
const TYPE_LABELS: Record<EntityType, string> = {
  artesaos: 'Artesãos',
  marcas: 'Marcas',
  fabricantes: 'Fabricantes',
  outros: 'Entidades',
}
export const ONE_LABELS: Record<EntityType, string> = {
  artesaos: 'Artesão',
  marcas: 'Marca',
  fabricantes: 'Fabricante',
  outros: 'Outro',
}

/** Specification §2 "Entity list": the title by what the address contains. */
export const titleOf = (type: string): string =>
  TYPE_LABELS[
    type.includes('artes')
      ? 'artesaos'
      : type.includes('marca')
        ? 'marcas'
        : type.includes('fabricante')
          ? 'fabricantes'
          : 'outros'
  ]

export type SocialKind = 'instagram' | 'tiktok' | 'youtube' | 'site'
/** Which network a link leads to, by its host; anything else is a site. */
export function socialKind(link: string): SocialKind {
  const host = URL.canParse(link) ? new URL(link).hostname : ''
  for (const kind of ['instagram', 'tiktok', 'youtube'] as const)
    if (host === `${kind}.com` || host.endsWith(`.${kind}.com`)) return kind
  return host === 'youtu.be' ? 'youtube' : 'site'
}
/** A code from a name: letters, digits, dashes; begins with a letter, so that it is never taken for a number. */
export function codeFrom(name: string): string {
  const code = slug(name).slice(0, 34)
  return /^[a-z]/.test(code) ? code : `e-${code}`.replace(/-$/, '')
}
export const isCode = (code: string) => /^[a-z][\w.-]{0,39}$/i.test(code)
