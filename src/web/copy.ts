import { t } from './i18n.ts'
import { notify } from './ui/snack.tsx'

/** Puts a text where it can be pasted, and says whether it is there. */
export const copy = (text: string, done: string, failed: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => notify(done),
    () => notify(failed),
  )
export const copyLink = (link: string): Promise<void> =>
  copy(link, t('Link copiado.'), t('Não foi possível copiar o link.'))
