import { Link } from 'wouter'
import { chatLink, internationalPhone, showPhone } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import { BrandLine } from '#web/ui/BrandLine.tsx'
import { Empty } from '#web/ui/states.tsx'
import { onTenantHost } from './host.ts'
import '#web/styles/kit.css'

interface Props {
  /** `unknown`: no company has this host. */
  kind: '404' | 'error' | 'closed' | 'unknown'
  company?: { name: string; phone: string } | undefined
}
export default function MessagePage({ kind, company }: Props) {
  const title = {
    404: t('Página não encontrada'),
    error: t('Algo deu errado'),
    closed: t('Catálogo fechado'),
    unknown: t('Aqui não há catálogo'),
  }[kind]
  const main = document.querySelector<HTMLMetaElement>('meta[name="main-site"]')?.content
  return (
    <main className="entry">
      <BrandLine
        own={kind !== 'unknown' && onTenantHost()}
        {...(kind !== 'unknown' && kind !== 'closed' && { href: '/mobi' })}
      />
      <Empty icon={kind === 'closed' ? 'lock' : kind === 'error' ? 'warn' : 'search'}>
        <h1>{title}</h1>
        {kind === 'closed' ? (
          <>
            <p>
              {t('O catálogo de {name} não está disponível no momento.', { name: company?.name ?? t('esta empresa') })}
            </p>
            {company?.phone && (
              <a
                className="btn wa"
                href={chatLink(company.phone, t('Olá! Não consegui abrir o catálogo.'))}
                target="_blank"
                rel="noreferrer"
              >
                {t('Falar no {phone}', { phone: showPhone(company.phone) })}
              </a>
            )}
            {company?.phone && (
              <a className="btn sec" href={`tel:+${internationalPhone(company.phone)}`}>
                {t('Ligar')}
              </a>
            )}
            <Link href="/session/signin" className="btn txt">
              {t('Entrar')}
            </Link>
          </>
        ) : kind === 'unknown' ? (
          <>
            <p>
              {t('Nenhuma empresa usa o endereço {host}. Confira as letras com quem lhe passou o link.', {
                host: location.hostname,
              })}
            </p>
            {main && (
              <a href={main} className="btn pri">
                {t('Conhecer o Mostruário')}
              </a>
            )}
          </>
        ) : (
          <>
            <p>
              {kind === '404'
                ? t('O endereço pode ter mudado. Comece de novo pelo catálogo.')
                : t('Nada foi perdido. Tente de novo em instantes.')}
            </p>
            {/* A new document: on a catalogue's address it lets visitors in again. */}
            <a href="/mobi" className="btn pri">
              {t('Ir para o começo')}
            </a>
          </>
        )}
      </Empty>
    </main>
  )
}
