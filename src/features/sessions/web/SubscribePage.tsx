import { Link } from 'wouter'
import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/states.tsx'
import { useEntry } from './useEntry.ts'
import '#web/styles/pages.css'

/** Where "assinar" leads while payments are arranged by people: it says so, and keeps the way back. */
export default function SubscribePage() {
  const site = document.querySelector<HTMLMetaElement>('meta[name="main-site"]')?.content ?? ''
  useEntry(t('Assinar o Mostruário'))
  return (
    <main className="entry">
      <Empty icon="star">
        <h1>{t('Assinar o Mostruário')}</h1>
        <p>{t('A assinatura é combinada com quem cuida da sua conta. Seu catálogo, seus produtos e seus pedidos continuam guardados.')}</p>
        {site && (
          <a className="btn pri" href={site}>
            {t('Falar com o Mostruário')}
          </a>
        )}
        <Link href="/mobi" className="btn sec">
          {t('Voltar ao catálogo')}
        </Link>
      </Empty>
    </main>
  )
}
