import { t } from '#web/i18n.ts'
import { Empty } from '#web/ui/states.tsx'

/** In place of what only the server knows, while it cannot be reached. */
export const Offline = ({ what }: { what: string }) => (
  <div className="panel">
    <Empty icon="offline">
      <p>
        <b>{t('Sem internet.')}</b> {what}
      </p>
    </Empty>
  </div>
)
