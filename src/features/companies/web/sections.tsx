// The parts of the company's form, in the order of the side list.
import { Link } from 'wouter'
import { type ReactNode, Suspense, useState } from 'react'
import { CepInput } from '#features/addresses/web/index.ts'
import { WaitingAddresses } from '#features/mails/web/index.ts'
import { lazy } from '#web/lazy.tsx'
import { Loading } from '#web/ui/states.tsx'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { ZoneSelect } from '#web/ui/ZoneSelect.tsx'
import { AboutText } from './AboutText.tsx'
import { EntryPart } from './EntryPart.tsx'
import { LookPart } from './LookPart.tsx'
import { Group, type PartProps, parts } from './parts.tsx'
import { Terms } from './Terms.tsx'
import type { Values } from './values.ts'

const onMap = ({ lat, lang }: Pick<Values, 'lat' | 'lang'>) => {
  const place = [lat, lang].map((x) => x.replace(',', '.')).join()
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}

const PinMap = lazy(() => import('#web/map/PinMap.tsx'))
const DataPart = ({ form }: PartProps) => {
  const p = parts(form)
  const [cep, setCep] = useState('')
  return (
    <>
      <Group title={t('Sobre a empresa')}>
        {p.text('name', t('Nome'), { input: { maxLength: 120 } })}
        <div className="fields two">
          {p.text('document', t('CPF ou CNPJ'), {
            optional: true,
            hint: t('Sai nos pedidos e orçamentos em PDF.'),
          })}
          {p.text('orders_email', t('E-mail que recebe os pedidos'), {
            optional: true,
            hint: t('Até três, separados por vírgula.'),
            input: { inputMode: 'email' },
          })}
          {p.text('whatsapp_phone', t('WhatsApp da empresa'), { optional: true, input: { type: 'tel' } })}
          {p.text('seller_phone', t('Telefone de quem vende'), {
            optional: true,
            hint: t('Atende quando o link não tem vendedor.'),
            input: { type: 'tel' },
          })}
        </div>
        <WaitingAddresses />
      </Group>
      <Group title={t('Onde fica')}>
        <div className="fields two">
          <CepInput
            value={cep}
            onChange={setCep}
            onFound={(place) =>
              form.change((now) => ({
                ...now,
                address: [place.street, place.district].filter(Boolean).join(', ') || now.address,
                city: place.city,
                state: place.state,
              }))
            }
          />
          {p.text('address', t('Endereço'), { optional: true })}
        </div>
        <div className="fields three">
          {p.text('city', t('Cidade'), { optional: true })}
          {p.text('state', t('Estado'), { optional: true })}
          {p.text('country', t('País'), { optional: true })}
        </div>
        <ZoneSelect
          value={form.values.time_zone}
          onChange={(zone) => form.set('time_zone', zone)}
          error={form.error('time_zone')}
        />
        <div className="fields two">
          {p.text('lat', t('Latitude'), { optional: true, input: { inputMode: 'decimal' } })}
          {p.text('lang', t('Longitude'), { optional: true, input: { inputMode: 'decimal' } })}
        </div>
        <Suspense fallback={<Loading rows={2} />}>
          <PinMap
            lat={form.values.lat}
            lng={form.values.lang}
            label={t('Mapa com o ponto da empresa')}
            onMove={(lat, lang) => form.change((now) => ({ ...now, lat, lang }))}
          />
        </Suspense>
        {form.values.lat && form.values.lang && (
          <a href={onMap(form.values)} target="_blank" rel="noreferrer" className="tap self-start">
            {t('Conferir no mapa')}
          </a>
        )}
      </Group>
    </>
  )
}
const BarPart = ({ form }: PartProps) => {
  const p = parts(form)
  return (
    <>
      <Group title={t('Botões na barra')}>
        {p.settingFlag('show_whatsapp_in_toolbar', 'WhatsApp', t('Aparece para clientes e vendedores.'))}
        {p.settingFlag('show_instagram_in_toolbar', 'Instagram')}
        {p.settingFlag('show_facebook_in_toolbar', 'Facebook')}
        {p.settingFlag('show_tiktok_in_toolbar', 'TikTok')}
      </Group>
      <Group title={t('Redes e site')}>
        <div className="fields two">
          {p.text('instagram', 'Instagram', { optional: true, hint: t('Só o nome, sem @.') })}
          {p.text('facebook', 'Facebook', { optional: true })}
          {p.text('tiktok', 'TikTok', { optional: true })}
          {p.settingText('website_link', t('Site'), { hint: 'https://' })}
          {p.settingText('website_cta', t('Texto do botão do site'), { hint: t('Vazio: Saiba mais.') })}
        </div>
      </Group>
      <Group title={t('Conversa')}>
        {p.settingText('whatsapp_personalized_message', t('Mensagem que o cliente envia'), {
          hint: t('Vazio: diz que veio do catálogo e quer mais informações.'),
        })}
        <div className="fields two">
          {p.settingText('company_whatsapp_cta', t('Botão na página Sobre'), {
            hint: t('Vazio: {text}.', {
              text: form.values.settings.entity_whatsapp_cta || t('Fale conosco via WhatsApp'),
            }),
          })}
          {p.settingText('entity_whatsapp_cta', t('Botão na página de artesão ou marca'), {
            hint: t('Vazio: {text}.', { text: t('Converse via WhatsApp') }),
          })}
        </div>
      </Group>
      <Group title={t('Artesãos, marcas e fabricantes')}>
        {p.settingFlag('show_entity_on_menu', t('Mostrar no menu'))}
        {p.settingText('entity_label', t('Nome no menu'))}
        <Link href="/s/artesaos" className="btn sec small self-start">
          {t('Abrir perfis')}
        </Link>
      </Group>
    </>
  )
}
const OrdersPart = ({ form }: PartProps) => {
  const p = parts(form)
  return (
    <>
      <Group title={t('Por onde se pede')}>
        {p.flag(
          'pedidos',
          t('Pedidos pelo catálogo'),
          t('Desligado, com o WhatsApp também desligado, não há carrinho.'),
        )}
        {p.flag('whatsapp', t('Oferecer o WhatsApp depois do pedido'))}
      </Group>
      <Group title={t('O que o pedido exige')}>
        {p.flag('cpf_required', t('CPF obrigatório'))}
        {p.flag('cnpj_required', t('CNPJ obrigatório'))}
        {p.flag('additional_field_required', t('Campo adicional obrigatório'))}
        {p.text('additional_name', t('Nome do campo adicional'), {
          optional: true,
          hint: t('Ex.: Número da mesa. Vazio: não aparece.'),
        })}
        <div className="fields three">
          {p.text('min_order', t('Pedido mínimo'), { optional: true, input: { inputMode: 'decimal' } })}
          {p.text('min_first_order', t('Mínimo do primeiro pedido'), {
            optional: true,
            input: { inputMode: 'decimal' },
          })}
          {p.text('discount_limit', t('Limite de desconto (%)'), {
            optional: true,
            hint: t('Vazio: livre.'),
            input: { inputMode: 'decimal' },
          })}
        </div>
      </Group>
      <Terms form={form} />
      <Group title={t('Orçamentos')}>
        <div className="fields three">
          {p.text('quote_days', t('Validade dos orçamentos (dias)'), {
            hint: t('Quem envia pode mudar em cada um.'),
            input: { inputMode: 'numeric' },
          })}
        </div>
      </Group>
      <Group title={t('Estoque')}>
        {p.flag(
          'refuse_without_stock',
          t('Recusar pedido sem estoque'),
          t('Desligado, vende mesmo assim e avisa no pedido.'),
        )}
      </Group>
    </>
  )
}
const PricesPart = ({ form }: PartProps) => {
  const p = parts(form)
  const { values: v, set } = form
  return (
    <>
      <Group title={t('Quem entra no catálogo')}>
        {p.flag(
          'catalogue_open',
          t('Catálogo aberto a visitantes'),
          t(
            'Desligado, entra só quem tem acesso ou link pessoal. Quem não tem encontra o catálogo fechado, com nome e telefone da empresa.',
          ),
        )}
      </Group>
      <Group title={t('Quem vê os preços')}>
        <Field label={t('Preços')} hint={t('Quem não vê preços ainda vê os produtos.')}>
          <select
            className="in"
            value={v.price_approval ? 'approved' : v.public_hide_price ? 'named' : 'all'}
            onChange={(e) =>
              form.change((now) => ({
                ...now,
                public_hide_price: e.target.value !== 'all',
                price_approval: e.target.value === 'approved',
              }))
            }
          >
            <option value="all">{t('Todos veem')}</option>
            <option value="named">{t('Só quem entra vê')}</option>
            <option value="approved">{t('Só quem pede e vocês liberam')}</option>
          </select>
        </Field>
      </Group>
      <Group title={t('Tabelas e promoções')}>
        {p.flag('price_table_active', t('Usar três tabelas de preço'), t('Cada cliente vê a sua.'))}
        {v.price_table_active && (
          <div className="fields three">
            {v.price_table_config.map((x, i) => (
              <Field key={i} label={t('Tabela {n}', { n: i + 1 })} optional>
                <input
                  className="in"
                  value={x.name}
                  maxLength={40}
                  onChange={(e) =>
                    set(
                      'price_table_config',
                      v.price_table_config.map((y, n) => (n === i ? { name: e.target.value } : y)),
                    )
                  }
                />
              </Field>
            ))}
          </div>
        )}
        {p.flag('promo_price_active', t('Usar preços promocionais'))}
      </Group>
      <Group title={t('Importação')}>
        {p.flag('importer', t('Preços em dólar'), t('Quem compra em reais vê o preço vezes o câmbio.'))}
        {v.importer && p.text('exchange_rate', t('Reais por dólar'), { input: { inputMode: 'decimal' } })}
      </Group>
      <Group title={t('Catálogo')}>
        {p.flag('has_sub_categories', t('Usar subcategorias'))}
        {p.flag('variations_active', t('Usar variações (cor, tamanho…)'))}
        {p.flag('tag_active', t('Usar etiquetas'))}
      </Group>
    </>
  )
}
const AboutPart = ({ form }: PartProps) => (
  <Group title={t('Página Sobre')}>
    <AboutText value={form.values.about} onChange={(html) => form.set('about', html)} />
  </Group>
)
export const SECTIONS: { id: string; label: string; Form: (p: PartProps) => ReactNode }[] = [
  { id: 'dados', label: 'Dados', Form: DataPart },
  { id: 'aparencia', label: 'Aparência', Form: LookPart },
  { id: 'barra', label: 'Barra e redes', Form: BarPart },
  { id: 'pedidos', label: 'Pedidos', Form: OrdersPart },
  { id: 'precos', label: 'Preços e catálogo', Form: PricesPart },
  { id: 'sobre', label: 'Página Sobre', Form: AboutPart },
  { id: 'entrada', label: 'Entrada e medição', Form: EntryPart },
  { id: 'assinatura', label: 'Assinatura e dados', Form: ({ slots }) => slots.data },
  { id: 'atividade', label: 'Atividade', Form: ({ slots }) => slots.activity },
]
