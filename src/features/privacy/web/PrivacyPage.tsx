import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { chatLink, showPhone } from '#shared/phone.ts'
import type { Kind } from '#shared/retention.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { BrandLine } from '#web/ui/BrandLine.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { onTenantHost } from '#features/sessions/web/index.ts'
import { readNotice } from '../contract.ts'
import { Measuring } from './Measuring.tsx'
import '#web/styles/kit.css'
import '#web/ui/Steps.css'
import './PrivacyPage.css'

/** What a company's catalogue knows about people, for what, how long, and whom to ask. */
export default function PrivacyPage() {
  return (
    <Queries>
      <main className="subscribe legal">
        <BrandLine own={onTenantHost()} href="/mobi" />
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
      {tags && onTenantHost() && <Measuring />}
      <h2>{t('Por quanto tempo')}</h2>
      <ul>
        <li>
          {t('Pedidos, mensagens e cadastro: enquanto a empresa precisar deles para atender e pelo prazo da lei.')}
        </li>
        {(Object.keys(TIMES) as Kind[]).map((kind) => (
          <li key={kind}>{TIMES[kind](inWords(kept[kind]))}</li>
        ))}
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
/** What is kept for a time, in the order in which it concerns people who visit and buy. */
const TIMES: Record<Kind, (time: string) => string> = {
  sessions: (time) => t('Acessos: até sair, ou {time} sem usar.', { time }),
  tokens: (time) => t('Links para criar ou trocar a senha, depois de vencidos: {time}.', { time }),
  hits: (time) =>
    t('Tentativas que contamos contra abusos, com o endereço de rede ou o e-mail, terminada a contagem: {time}.', {
      time,
    }),
  openings: (time) => t('Dias em que abriu o catálogo: {time}.', { time }),
  visits: (time) => t('Quantos aparelhos abriram o catálogo em cada dia, sem saber de quem: {time}.', { time }),
  mails: (time) => t('E-mails que enviamos: {time}.', { time }),
  loose_photos: (time) => t('Fotos enviadas que não aparecem em lugar nenhum: {time} depois do envio.', { time }),
  notices: (time) => t('Avisos: {time}.', { time }),
  devices: (time) => t('O endereço de aviso do aparelho: {time} sem abrir.', { time }),
  price_requests: (time) => t('Pedidos de acesso aos preços: {time} depois da resposta.', { time }),
  consents: (time) => t('A sua resposta sobre medição: {time}.', { time }),
  logs: (time) => t('O registro de quem mudou o quê na empresa: {time}.', { time }),
  undos: (time) => t('O que havia antes de uma mudança em massa, quando já não se pode desfazer: {time}.', { time }),
  put_offs: (time) => t('O que um vendedor adiou na lista do dia, passada a data: {time}.', { time }),
  jobs: (time) => t('Tarefas do sistema que falharam de vez: {time}.', { time }),
  subscription_requests: (time) =>
    t('Pedidos para assinar o Mostruário: {time} depois da resposta; sem ela, quatro vezes isso.', { time }),
  platform_log: (time) => t('O registro do que o Mostruário fez nas empresas: {time}.', { time }),
}
/** Days as people say them: whole years are years. */
function inWords(days: number): string {
  if (days === 0) return t('até a limpeza do dia')
  if (days % 365 === 0) return days === 365 ? t('1 ano') : t('{n} anos', { n: days / 365 })
  return days === 1 ? t('1 dia') : t('{n} dias', { n: days })
}
