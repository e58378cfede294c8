import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Company } from '#features/companies/contract.ts'
import { shareLink } from '#shared/phone.ts'
import { copyLink } from '#web/copy.ts'
import { t } from '#web/i18n.ts'
import { call } from '#web/api.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { readSignup } from '../contract.ts'
import './LinkStep.css'

/** The catalogue's link, ready to be sent. */
export function LinkStep({ company, onBack }: { company: Company; onBack: () => void }) {
  const base = useQuery({
    queryKey: ['signup', '', ''],
    queryFn: () => call(readSignup, { query: {} }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (base.isPending) return <Loading rows={2} />
  if (base.isError)
    return <Failed what={t('Não conseguimos montar o link.')} error={base.error} retry={() => void base.refetch()} />
  const port = location.port ? `:${location.port}` : ''
  const link = `${location.protocol}//${company.path}.${base.data.base}${port}/pedidos`
  const message = t('Olá! Veja nosso catálogo e faça seu pedido por aqui: {link}', { link })
  return (
    <section className="form">
      <h2>{t('Pronto! Seu catálogo está no ar')}</h2>
      <p className="linkbox">{link}</p>
      <a className="btn wa full" href={shareLink(message)} target="_blank" rel="noreferrer">
        <Icon name="whatsapp" />
        {t('Enviar no WhatsApp')}
      </a>
      <button type="button" className="btn sec full" onClick={() => void copyLink(link)}>
        <Icon name="copy" />
        {t('Copiar o link')}
      </button>
      <a className="btn sec full" href={link} target="_blank" rel="noreferrer">
        <Icon name="eye" />
        {t('Ver como quem compra vê')}
      </a>
      <div className="acts">
        <button type="button" className="btn txt" onClick={onBack}>
          {t('Voltar')}
        </button>
        <Link href="/dashboard/products" className="btn pri">
          {t('Ir para os produtos')}
        </Link>
      </div>
    </section>
  )
}
