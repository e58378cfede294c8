import { attempt, useAct } from '#web/act.ts'
import { fetchFile, hand, openPdf, sharesFiles } from '#web/file.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { printOrder, printReceipt } from '../print.ts'

/** The order as PDF: by its number for its own people, by the receipt's link for whoever holds it. `client`: as the
 * client may see it, also on the desk. */
type Of = { company: number; id: number; client?: boolean } | { token: string }
const ask = (of: Of, leaves: boolean) =>
  'token' in of
    ? fetchFile(printReceipt, { params: { token: of.token } })
    : fetchFile(printOrder, {
        params: { company: of.company, id: of.id },
        ...((leaves || of.client) && { query: { client: true } }),
      })
/** From a phone it is shared with the file, as its client may see it; elsewhere it is saved. `beside`: a sign alone,
 * called so. */
export function PaperButton({ of, grow = false, beside }: { of: Of; grow?: boolean; beside?: string }) {
  const { busy, act } = useAct()
  const shares = sharesFiles()
  const run = () =>
    act(async () => {
      await hand(await ask(of, shares), t('PDF baixado.'))
    })
  if (beside)
    return (
      <button type="button" className="ib" aria-label={beside} disabled={busy} onClick={() => void run()}>
        <Icon name={shares ? 'send' : 'doc'} />
      </button>
    )
  return (
    <button
      type="button"
      className={`btn sec${grow ? ' grow' : ''} noprint`}
      disabled={busy}
      onClick={() => void run()}
    >
      <Icon name={shares ? 'send' : 'doc'} />
      <span>{busy ? t('Preparando…') : shares ? t('Enviar PDF') : t('Baixar o PDF')}</span>
    </button>
  )
}
/** The PDF in the browser's reader, which prints it; without a network, this page as it stands. */
export function PrintButton({ of }: { of: Of }) {
  const run = () =>
    void attempt(
      () => openPdf(ask(of, false)),
      (failure) => (failure.offline ? window.print() : notify(failure.message)),
    )
  return (
    <button type="button" className="btn sec noprint" onClick={run}>
      <Icon name="print" />
      {t('Imprimir')}
    </button>
  )
}
