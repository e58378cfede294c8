// HTML that people and other systems wrote. The library comes with the first text that is cleaned: a server that only
// sells needs none of it.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const clean = () => require('sanitize-html') as typeof import('sanitize-html')

/** About texts keep paragraphs, emphasis, lists, headings and https links; nothing
 * that runs or loads from elsewhere. */
export const keepFormat = (html: string) =>
  clean()(html, {
    allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'h2', 'h3'],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    transformTags: { a: clean().simpleTransform('a', { rel: 'noopener nofollow', target: '_blank' }) },
  })
/** What is left without any tag. */
export const withoutTags = (html: string) => clean()(html, { allowedTags: [], allowedAttributes: {} })
