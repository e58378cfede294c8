import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { copyLink } from '#web/copy.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { readLink } from '../contract.ts'

/** A client's personal link, from the row of a list. */
export function CopyLink({ id, name }: { id: number; name: string }) {
  const { busy, act } = useAct()
  const copy = () =>
    act(async () => {
      const { url } = await call(readLink, { params: { id } })
      if (url) await copyLink(url)
      else notify(t('O link deste cliente foi revogado.'))
    })
  return (
    <button
      type="button"
      className="ib"
      disabled={busy}
      aria-label={t('Copiar link de {name}', { name })}
      title={t('Copiar link')}
      onClick={() => void copy()}
    >
      <Icon name="link" />
    </button>
  )
}
