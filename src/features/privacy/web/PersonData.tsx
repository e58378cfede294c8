import { useState } from 'react'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { download } from '#web/file.ts'
import { t, tn } from '#web/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { anonymise, personArchive } from '../contract.ts'

/** A person's data: a copy of it, and for clients its erasure. */
export function PersonData({
  user,
  onErased,
}: {
  user: { id: number; name: string; level: number }
  onErased: () => void
}) {
  const [asking, setAsking] = useState(false)
  const params = { id: user.id }
  const erase = async () => {
    setAsking(false)
    await attempt(async () => {
      const { orders } = await call(anonymise, { params })
      notify(tn(orders, 'Dados apagados, também em {n} pedido.', 'Dados apagados, também em {n} pedidos.'))
      onErased()
    })
  }
  return (
    <section className="sect">
      <h2>{t('Dados pessoais')}</h2>
      <div className="row wrap">
        <button
          type="button"
          className="btn sec small"
          onClick={() => void attempt(() => download(personArchive, { params }))}
        >
          <Icon name="download" />
          {t('Baixar uma cópia')}
        </button>
        {user.level === 3 && (
          <button type="button" className="btn sec small" onClick={() => setAsking(true)}>
            <Icon name="bin" />
            {t('Apagar os dados')}
          </button>
        )}
      </div>
      {asking && (
        <Confirm
          title={t('Apagar os dados de {name}?', { name: user.name })}
          text={t(
            'Nome, contato, documento e endereço somem daqui, dos pedidos e do registro, e não voltam. Quantidades e valores ficam.',
          )}
          danger
          onClose={() => setAsking(false)}
          onConfirm={() => erase()}
        />
      )}
    </section>
  )
}
