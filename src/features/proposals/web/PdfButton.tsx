import { download } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { proposalPdf, type Proposal } from '../contract.ts'

/** The proposal as a file. */
export function PdfButton({
  proposal: { token },
  size = '',
}: {
  proposal: Pick<Proposal, 'token'>
  size?: 'small' | ''
}) {
  return (
    <button
      type="button"
      className={`btn sec ${size}`}
      onClick={() => void download(proposalPdf, { params: { token } }).catch((e: Error) => notify(e.message))}
    >
      <Icon name="download" />
      {t('Baixar o PDF')}
    </button>
  )
}
