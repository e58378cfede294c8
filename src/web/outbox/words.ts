import { t } from '../i18n.ts'

/** What is said of a change that found no network. */
export const KEPT = () => t('Guardado neste aparelho: sai sozinho quando houver internet.')
