// How somebody is spoken to: in letters, greetings, templates. Apart from names, which the first file needs.
import { withoutAccents } from './name.ts'

/** What a shop's name begins with, and what stands in the names of companies only. */
const KINDS =
  'acougue|armarinho|armazem|atacad(?:o|ao|ista)|atelie|bar|bazar|boutique|cafe|cafeteria|casa|comercial|confeitaria|' +
  'cooperativa|distribuidora|drogaria|emporio|farmacia|floricultura|galeria|grupo|hotel|industria|instituto|lanchonete|' +
  'livraria|lojas?|magazine|mercado|mercadinho|mercearia|minimercado|padaria|panificadora|papelaria|pizzaria|pousada|' +
  'quitanda|restaurante|sorveteria|supermercado'
const SHOP = new RegExp(`^(?:${KINDS}) |&| (?:e filh[oa]s|ltda|me|epp|eireli|s\\/?a)\\.?$`)
/** How somebody is spoken to: a person by the first name, a company by all of its own. */
export function spokenTo(name: string, company_name: string): string {
  const whole = name.trim()
  const isShop = whole === company_name.trim() || SHOP.test(withoutAccents(whole).toLowerCase())
  return isShop ? whole : (whole.split(/\s+/)[0] ?? '')
}
