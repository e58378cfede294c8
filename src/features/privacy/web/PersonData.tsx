import { attempt } from '#web/act.ts'
import { download } from '#web/file.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { personArchive } from '../contract.ts'
import { PersonActs } from './PersonActs.tsx'

/** A person's data: a copy of it, and for clients its erasure. */
export function PersonData({ user, onErased }: { user: { id: number; level: number }; onErased: () => void }) {
  return (
    <section className="sect">
      <h2>{t('Dados pessoais')}</h2>
      {user.level === 3 ? (
        <PersonActs of={{ user: user.id }} onErased={onErased} />
      ) : (
        <div className="row wrap">
          <button
            type="button"
            className="btn sec small"
            onClick={() => void attempt(() => download(personArchive, { params: { id: user.id } }))}
          >
            <Icon name="download" />
            {t('Baixar cópia')}
          </button>
        </div>
      )}
    </section>
  )
}
