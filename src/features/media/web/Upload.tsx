import { useRef, useState } from 'react'
import { addImage } from '#features/products/contract.ts'
import { productsChanged } from '#features/products/web/admin/index.ts'
import { useAct } from '#web/act.ts'
import { call, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Drop } from '#web/ui/Drop.tsx'
import { PICTURES } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Stay } from '#web/ui/Stay.tsx'
import { matchMedia } from '../contract.ts'
import { BadPicture, type Picture, picturesOf } from './pictures.ts'

interface Matched extends Picture {
  product: { id: number; name: string } | null
}
/** Many files at once: matched by the code in their names, sent one by one, going on when one fails. */
export function Upload() {
  const [matched, setMatched] = useState<Matched[] | null>(null)
  const { busy: opening, act } = useAct()
  const [sent, setSent] = useState<number | null>(null)
  const [failed, setFailed] = useState<string[]>([])
  const stop = useRef<AbortController | null>(null)
  const choose = async (files: File[]) => {
    await act(async () => {
      const { pictures, refused } = await picturesOf(files)
      setFailed(refused)
      if (pictures.length === 0) return
      const found = await call(matchMedia, { body: { names: pictures.map((p) => p.name) } })
      setMatched(pictures.map((picture, i) => ({ ...picture, product: found[i]?.product ?? null })))
    })
  }
  const good = matched?.filter((m) => m.product) ?? []
  const lost = matched?.filter((m) => !m.product) ?? []
  const send = async () => {
    const controller = new AbortController()
    stop.current = controller
    const wrong: string[] = []
    /** Failed ones, and what was not sent any more: they stay to be sent once more. */
    const left: Matched[] = []
    setSent(0)
    setFailed([])
    for (const [i, m] of good.entries()) {
      try {
        if (!controller.signal.aborted)
          await call(addImage, {
            typed: { product_id: m.product?.id },
            files: { image: [await m.file()] },
            signal: controller.signal,
          })
      } catch (failure) {
        if (!controller.signal.aborted) {
          if (!isFailure(failure) && !(failure instanceof BadPicture)) throw failure
          wrong.push(t('{name} não foi enviada: {why}', { name: m.name, why: t(failure.message) }))
          left.push(m)
        }
      }
      if (controller.signal.aborted) left.push(m)
      setSent(i + 1)
    }
    setSent(null)
    setMatched(left.length > 0 ? left : null)
    setFailed(wrong)
    productsChanged()
    renew('media')
    notify(tn(good.length - left.length, '{n} foto no lugar.', '{n} fotos no lugar.'))
  }
  return (
    <section className="col g3 spacedown">
      {failed.length > 0 && (
        <div className="note bad" role="alert">
          <div>
            {failed.map((f) => (
              <p key={f}>{f}</p>
            ))}
          </div>
        </div>
      )}
      {!matched && (
        <Drop multiple accept={`${PICTURES},.zip`} disabled={opening} onFiles={(files) => void choose(files)}>
          <Icon name="picture" />
          {opening
            ? t('Abrindo…')
            : t(
                'Solte aqui muitas fotos, ou um .zip delas. O nome do arquivo diz o produto: VJ-014.jpg, VJ-014_2.jpg…',
              )}
        </Drop>
      )}
      {matched && (
        <div className="panel pad col g3">
          <p className="b">
            {tn(good.length, '{n} foto achou seu produto.', '{n} fotos acharam seu produto.')}{' '}
            {lost.length > 0 && tn(lost.length, '{n} não achou.', '{n} não acharam.')}
          </p>
          {lost.length > 0 && (
            <p className="sm t2">
              {t('Sem produto com este código: {list}', {
                list: lost
                  .slice(0, 10)
                  .map((m) => m.name)
                  .join(', '),
              })}
            </p>
          )}
          {sent !== null && (
            <p role="status" className="sm t2">
              <progress value={sent} max={good.length} aria-label={t('Enviando fotos')} />{' '}
              {t('Enviando {n} de {m}…', { n: Math.min(sent + 1, good.length), m: good.length })}
            </p>
          )}
          <div className="row wrap">
            {sent === null ? (
              <button type="button" className="btn sec" onClick={() => setMatched(null)}>
                {t('Voltar')}
              </button>
            ) : (
              <button type="button" className="btn sec" onClick={() => stop.current?.abort()}>
                {t('Cancelar o envio')}
              </button>
            )}
            <button
              type="button"
              className="btn pri"
              disabled={sent !== null || good.length === 0}
              onClick={() => void send()}
            >
              {tn(good.length, 'Enviar {n} foto', 'Enviar {n} fotos')}
            </button>
          </div>
        </div>
      )}
      <Stay active={sent !== null} text={t('As fotos que ainda não chegaram não serão enviadas.')} />
    </section>
  )
}
