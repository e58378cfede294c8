import { useState } from 'react'
import { call, download, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Confirm } from '#web/ui/Dialog.tsx'
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
    try {
      const { orders } = await call(anonymise, { params })
      notify(tn(orders, 'Dados apagados, também em {n} pedido.', 'Dados apagados, também em {n} pedidos.'))
      onErased()
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      notify(failure.message)
    }
  }
  return (
    <section className="sect">
      <h2>{t('Dados pessoais')}</h2>
      <div className="row wrap">
        <button
          type="button"
          className="btn sec small"
          onClick={() => void download(personArchive, { params }).catch((e: Error) => notify(e.message))}
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
          onConfirm={() => void erase()}
        />
      )}
    </section>
  )
}
