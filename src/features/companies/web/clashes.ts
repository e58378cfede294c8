// What two people changed at once in a company, in words.
import { t } from '#web/i18n.ts'
import { collides } from '#web/merge.ts'
import type { Clash } from '#web/ui/ConflictDialog.tsx'
import type { Conflict, Form } from '#web/useForm.ts'
import type { Settings, Values } from './values.ts'

const LABELS: Record<Exclude<keyof Values, 'settings'>, string> = {
  name: 'Nome',
  document: 'CPF ou CNPJ',
  orders_email: 'E-mail que recebe os pedidos',
  about: 'Página Sobre',
  city: 'Cidade',
  state: 'Estado',
  country: 'País',
  time_zone: 'Fuso horário',
  address: 'Endereço',
  lat: 'Latitude',
  lang: 'Longitude',
  whatsapp_phone: 'WhatsApp da empresa',
  seller_phone: 'Telefone de quem vende',
  pedidos: 'Pedidos pelo catálogo',
  whatsapp: 'Oferecer o WhatsApp depois do pedido',
  has_sub_categories: 'Usar subcategorias',
  variations_active: 'Usar variações (cor, tamanho…)',
  tag_active: 'Usar etiquetas',
  price_table_active: 'Usar três tabelas de preço',
  price_table_config: 'Tabelas',
  promo_price_active: 'Usar preços promocionais',
  cpf_required: 'CPF obrigatório',
  cnpj_required: 'CNPJ obrigatório',
  importer: 'Preços em dólar',
  additional_field_required: 'Campo adicional obrigatório',
  additional_name: 'Nome do campo adicional',
  primary_color: 'Cor principal',
  secondary_color: 'Cor secundária',
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  exchange_rate: 'Reais por dólar',
  min_order: 'Pedido mínimo',
  min_first_order: 'Mínimo do primeiro pedido',
  discount_limit: 'Limite de desconto (%)',
  payment_terms: 'Formas de pagamento',
  quote_days: 'Validade dos orçamentos (dias)',
  refuse_without_stock: 'Recusar pedido sem estoque',
  public_hide_price: 'Só quem entra vê',
  price_approval: 'Só quem pede e vocês liberam',
  catalogue_open: 'Catálogo aberto a visitantes',
}
const SETTINGS: Record<keyof Settings, string> = {
  general_message: 'Mensagens',
  show_whatsapp_in_toolbar: 'WhatsApp',
  show_instagram_in_toolbar: 'Instagram',
  show_facebook_in_toolbar: 'Facebook',
  show_tiktok_in_toolbar: 'TikTok',
  show_entity_on_menu: 'Mostrar no menu',
  entity_label: 'Nome no menu',
  entity_whatsapp_cta: 'Botão na página de artesão ou marca',
  company_whatsapp_cta: 'Botão na página Sobre',
  whatsapp_personalized_message: 'Mensagem que o cliente envia',
  website_link: 'Site',
  website_cta: 'Texto do botão do site',
  landing_page_active: 'Mostrar opções antes do catálogo',
  landing_page_config: 'Página de entrada',
  tag_facebook: 'Meta Pixel',
  tag_google: 'Google Analytics',
  tag_tag_manager: 'Google Tag Manager',
}
/** Every field that was changed on both sides; of the settings each one. */
export function clashesOf(
  { fields, before }: Conflict<Values>,
  { base, values }: Pick<Form<Values>, 'base' | 'values'>,
): Clash[] {
  const settings = (Object.keys(SETTINGS) as (keyof Settings)[]).filter((k) =>
    collides(before.settings[k], values.settings[k], base.settings[k]),
  )
  return fields.flatMap((k) =>
    k === 'settings'
      ? settings.map((s) => ({
          label: t(SETTINGS[s]),
          theirs: words(base.settings[s]),
          mine: words(values.settings[s]),
        }))
      : [{ label: t(LABELS[k]), theirs: words(base[k]), mine: words(values[k]) }],
  )
}
function words(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('Sim') : t('Não')
  if (Array.isArray(value))
    return value
      .map((v: { name?: string; titulo?: string }) => v.name ?? v.titulo)
      .filter(Boolean)
      .join(', ')
  return String(value ?? '')
    .replace(/<[^>]+>/g, ' ')
    .trim()
}
