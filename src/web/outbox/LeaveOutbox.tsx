import { useEffect, useEffectEvent, useState } from 'react'
import { atMost } from '../atMost.ts'
import { t, tn } from '../i18n.ts'
import { Modal } from '../ui/Dialog.tsx'
import { saveFile } from './file.ts'
import { kindOf, outbox } from './line.ts'
import { openOutbox, sendNow } from './outbox.ts'
import '../styles/kit.css'

/** Whoever signs out with something unsent: it is sent first; what cannot be waits, or goes along in a file. It stays
 * on this device for the same person either way. */
export default function LeaveOutbox({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const unsent = outbox.use().items.filter((i) => i.state === 'waiting' || i.state === 'refused')
  const [trying, setTrying] = useState(true)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    void atMost(30_000, openOutbox().then(sendNow))
      .catch(() => {})
      .then(() => setTrying(false))
  }, [])
  const none = unsent.length === 0
  useEffect(() => {
    if (!trying && none) leave()
  }, [trying, none])
  if (!trying && none) return null
  const title = trying
    ? t('Enviando antes de sair…')
    : tn(unsent.length, '{n} pedido ainda não foi enviado', '{n} pedidos ainda não foram enviados')
  return (
    <Modal className="dialog" label={title} onClose={onStay}>
      <h2>{title}</h2>
      {!trying && (
        <>
          <p className="t2">
            {t(
              'Se você sair, eles ficam guardados neste aparelho só para você e saem quando você entrar de novo. Para enviar de outro aparelho, leve-os em um arquivo.',
            )}
          </p>
          <ul>
            {unsent.slice(0, 8).map((i) => (
              <li className="clip" key={i.id}>
                {kindOf(i)?.title(i) ?? i.about.name}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="acts">
        <button type="button" className="btn sec" onClick={onStay}>
          {t('Esperar')}
        </button>
        {!trying && (
          <button
            type="button"
            className="btn pri"
            onClick={() => {
              saveFile(unsent)
              onLeave()
            }}
          >
            {t('Guardar em um arquivo e sair')}
          </button>
        )}
      </div>
    </Modal>
  )
}
