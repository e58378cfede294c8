import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'

/** Lines changed after the client accepted or signed them: the client accepts them again. */
export const ChangedCard = ({ busy, onAccept }: { busy: boolean; onAccept: () => void }) => (
  <section className="note warn spaced" aria-labelledby="changed">
    <Icon name="edit" size="s" />
    <div className="grow">
      <h2 className="h3" id="changed">
        {t('Os itens do pedido mudaram')}
      </h2>
      <p>{t('Confira os itens e o total e aceite a mudança, ou escreva para a empresa.')}</p>
      <div className="row g3 wrap spaced noprint">
        <button type="button" className="btn pri" disabled={busy} onClick={onAccept}>
          {t('Aceitar a mudança')}
        </button>
      </div>
    </div>
  </section>
)
