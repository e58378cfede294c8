import { attempt } from '#web/act.ts'
import { download } from '#web/file.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
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
      onClick={() => void attempt(() => download(proposalPdf, { params: { token } }))}
    >
      <Icon name="download" />
      {t('Baixar o PDF')}
    </button>
  )
}
