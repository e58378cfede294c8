import { t } from '../i18n.ts'
import './MadeWith.css'

/** The platform's line under public pages, in the company's colour. */
export function MadeWith() {
  const site = document.querySelector<HTMLMetaElement>('meta[name="main-site"]')?.content || '/'
  return (
    <footer className="madewith">
      <span>{t('Feito com')}</span>
      <a href={site}>
        <svg viewBox="0 0 24 24" className="i solid" aria-hidden="true">
          <path d="M4 5h7v6H4V5Zm9 0h7v6h-7V5ZM4 13h7v6H4v-6Zm11.500 0 4.500 3-4.500 3v-6Z" />
        </svg>
        Mostruário
      </a>
    </footer>
  )
}
