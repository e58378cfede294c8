import { addDays } from '#shared/day.ts'
import { useAct } from '#web/act.ts'
import { download } from '#web/file.ts'
import { today } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { exportSales } from '../contract.ts'

/** The orders of these days as a sheet; `from` undefined: the last twelve months. */
export default function ExportOrders({ from }: { from: string | undefined }) {
  const { busy, act } = useAct()
  const end = today()
  const start = from ?? addDays(end, -365)
  const run = () =>
    act(async () => {
      await download(exportSales, { typed: { start_date: start, end_date: end } })
      notify(t('Planilha baixada.'))
    })
  return (
    <button
      type="button"
      className="btn sec small"
      aria-label={t('Exportar para Excel')}
      disabled={busy}
      onClick={() => void run()}
    >
      <Icon name="download" />
      {busy ? t('Preparando…') : 'Excel'}
    </button>
  )
}
