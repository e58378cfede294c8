import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { chatLink, showPhone } from '#shared/phone.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { BrandLine } from '#web/ui/BrandLine.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { isTenantHost } from '#features/sessions/rules.ts'
import { readNotice } from '../contract.ts'
import '#web/styles/kit.css'
import '#web/ui/Steps.css'
import './PrivacyPage.css'

/** What a company's catalogue knows about people, for what, how long, and whom to ask. */
export default function PrivacyPage() {
  return (
    <Queries>
      <main className="subscribe legal">
        <BrandLine own={isTenantHost(location.hostname)} href="/mobi" />
        <Notice />
      </main>
    </Queries>
  )
}
function Notice() {
  const [params] = useSearchParams()
  const path = params.get('path') ?? undefined
  const notice = useQuery({
    queryKey: ['privacy', path],
    queryFn: () => call(readNotice, { query: { path } }),
    retry: false,
  })
  if (notice.isPending) return <Loading rows={3} />
  if (notice.isError)
    return (
      <>
        <h1>{t('Privacidade')}</h1>
        <Failed
          what={t('Não encontramos de qual empresa é este aviso.')}
          error={notice.error}
          retry={() => void notice.refetch()}
        />
      </>
    )
  const { company: name, phone, tags, kept } = notice.data
  return (
    <article className="col g3">
      <h1>{t('Privacidade no catálogo de {name}', { name })}</h1>
      <p>
        {t(
          '{name} decide o que fazer com os dados de quem visita e compra aqui (controladora). O Mostruário guarda e trata esses dados por ordem dela (operador), conforme a Lei 13.709/2018 (LGPD).',
          {
            name,
          },
        )}
      </p>
      <h2>{t('O que guardamos')}</h2>
      <ul>
        <li>
          {t(
            'De quem só visita: nada que identifique; contamos por dia quantos aparelhos abriram o catálogo, e o carrinho fica neste aparelho.',
          )}
        </li>
        <li>{t('De quem pede: nome, telefone e o que mais for digitado no pedido, com os itens e valores.')}</li>
        <li>{t('De quem tem acesso: e-mail, senha embaralhada e os aparelhos em que entrou.')}</li>
        <li>{t('De quem tem nome ou link pessoal: em que dias abriu o catálogo.')}</li>
        <li>
          {t(
            'De quem escreve ou aceita avisos: as mensagens com as fotos, e o endereço de aviso do aparelho, até sair ou desligar.',
          )}
        </li>
        <li>{t('Do link que trouxe a visita: os parâmetros de campanha do endereço, neste aparelho, por 90 dias.')}</li>
      </ul>
      <h2>{t('Para quê')}</h2>
      <ul>
        <li>{t('Atender e entregar pedidos, e falar com quem pediu.')}</li>
        <li>{t('Cumprir a lei: pedidos e notas são guardados pelo prazo fiscal.')}</li>
        <li>
          {tags
            ? t('Medir visitas com serviços de terceiros, só depois do seu sim, que pode ser desfeito a qualquer hora.')
            : t('Não há medição por terceiros neste catálogo.')}
        </li>
      </ul>
      <h2>{t('Por quanto tempo')}</h2>
      <ul>
        <li>
          {t('Pedidos, mensagens e cadastro: enquanto a empresa precisar deles para atender e pelo prazo da lei.')}
        </li>
        <li>{t('Acessos: até sair, ou {time} sem usar.', { time: inWords(kept.sessions) })}</li>
        <li>{t('Dias em que abriu o catálogo: {time}.', { time: inWords(kept.openings) })}</li>
        <li>{t('E-mails que enviamos: {time}.', { time: inWords(kept.mails) })}</li>
        <li>
          {t('Avisos: {time}; o endereço de aviso do aparelho: {device} sem abrir.', {
            time: inWords(kept.notices),
            device: inWords(kept.devices),
          })}
        </li>
        <li>{t('Pedidos de acesso aos preços: {time} depois da resposta.', { time: inWords(kept.price_requests) })}</li>
        <li>{t('A sua resposta sobre medição: {time}.', { time: inWords(kept.consents) })}</li>
        <li>{t('O registro de quem mudou o quê na empresa: {time}.', { time: inWords(kept.logs) })}</li>
        <li>{t('Terminado o prazo, apagamos sozinhos, uma vez por dia.')}</li>
      </ul>
      <h2>{t('Seus direitos')}</h2>
      <p>
        {t(
          'Você pode pedir uma cópia do que está guardado, corrigir, ou apagar. Apagado, seu nome e contato somem também dos pedidos; ficam só quantidades e valores.',
        )}
      </p>
      {phone && (
        <p>
          <a
            className="btn wa"
            href={chatLink(phone, t('Olá! Quero falar sobre os meus dados no catálogo.'))}
            target="_blank"
            rel="noreferrer"
          >
            {t('Falar com {name} no {phone}', { name, phone: showPhone(phone) })}
          </a>
        </p>
      )}
      <h2>{t('Termos de uso do Mostruário')}</h2>
      <ul>
        <li>{t('O teste é de graça e não vira cobrança sozinho.')}</li>
        <li>{t('Os dados da empresa são dela e podem ser baixados a qualquer hora, também depois do fim.')}</li>
        <li>{t('Terminado o teste ou a assinatura, nada é apagado antes de 30 dias e três avisos por e-mail.')}</li>
      </ul>
      <Link href="/mobi" className="btn txt">
        {t('Voltar ao catálogo')}
      </Link>
    </article>
  )
}
/** Days as people say them: whole years are years. */
function inWords(days: number): string {
  if (days % 365 === 0) return days === 365 ? t('1 ano') : t('{n} anos', { n: days / 365 })
  return days === 1 ? t('1 dia') : t('{n} dias', { n: days })
}
