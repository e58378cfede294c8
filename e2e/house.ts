// A company whose face is complete: about, links, place, messages, a product on promotion.
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import type { Site } from './kit.ts'

export async function aHouse({ t }: Site): Promise<Company> {
  const company = await aCompany(t, {
    name: 'Casa Aroeira',
    about: '<p>Barro e <b>fogo</b>.</p>',
    city: 'Cunha',
    state: 'SP',
    lat: -23.07,
    lang: -44.96,
    instagram: 'aroeira',
    seller_phone: '11912345678',
    settings: JSON.stringify({
      general_message: 'Frete grátis\nPeças novas',
      show_entity_on_menu: true,
      website_link: 'https://aroeira.test',
    }),
  })
  await aProduct(t, company, {
    name: 'Moringa',
    code: 'MO-1',
    price: '96,00',
    price_promo: '80,00',
    description: 'De barro.',
  })
  return company
}
