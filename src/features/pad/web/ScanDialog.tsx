// A bar code before the camera. Refused or without a camera: words, and a field for the code that is printed below it.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAct } from '#web/act.ts'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Loading } from '#web/ui/states.tsx'
import './ScanDialog.css'

interface Props {
  onClose: () => void
  /** Answers whether the code names something; if not, the camera goes on. */
  onCode: (code: string) => Promise<boolean>
}
type Stage = 'starting' | 'looking' | 'refused' | 'none' | 'failed'
const WORDS: Record<Exclude<Stage, 'starting' | 'looking'>, string> = {
  refused: 'A câmera não foi liberada. Permita a câmera nos ajustes do navegador, ou digite o código.',
  none: 'Não há câmera neste aparelho. Digite o código que está embaixo das barras.',
  failed: 'A câmera não abriu. Feche outros aplicativos que a usam, ou digite o código.',
}
export default function ScanDialog({ onClose, onCode }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [stage, setStage] = useState<Stage>('starting')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const { busy, act } = useAct((failure) => setProblem(failure.message))
  const take = (code: string) =>
    act(async () => {
      if (!(await onCode(code))) setProblem(t('Nenhum produto com o código {code}.', { code }))
    })
  const found = useEffectEvent(take)
  useEffect(() => {
    let stream: MediaStream | null = null
    let over = false
    const run = async () => {
      const media = navigator.mediaDevices as MediaDevices | undefined
      if (!media) return setStage('none')
      const opened = await media.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } })
      const { makeScanner } = await import('./scanner.ts')
      const scan = await makeScanner()
      stream = opened
      if (over || !video.current) return stop()
      video.current.srcObject = opened
      await video.current.play()
      setStage('looking')
      let last = ''
      while (!over) {
        const code = video.current ? await scan(video.current).catch(() => null) : null
        if (!over && code && code !== last) await found(code)
        if (code) last = code
        await new Promise((r) => setTimeout(r, 120))
      }
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    run().catch((error: unknown) => {
      const name = error instanceof DOMException ? error.name : ''
      if (!over) setStage(name === 'NotAllowedError' ? 'refused' : name === 'NotFoundError' ? 'none' : 'failed')
    })
    return () => {
      over = true
      stop()
    }
  }, [])
  const blind = stage !== 'starting' && stage !== 'looking'
  return (
    <Modal className="dialog op-scan" label={t('Ler código de barras')} onClose={onClose}>
      <h2>{t('Ler código de barras')}</h2>
      {!blind && (
        <div className="op-view">
          {/* The camera's own picture: there is nothing to hear or to read along. */}
          <video ref={video} playsInline muted aria-label={t('Imagem da câmera')} hidden={stage !== 'looking'} />
          {stage === 'starting' && <Loading rows={2} />}
        </div>
      )}
      {blind && (
        <p className="note" role="status">
          {t(WORDS[stage])}
        </p>
      )}
      {problem && (
        <p className="hint err" role="alert">
          {problem}
        </p>
      )}
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          const code = typed.trim()
          if (code !== '') void take(code)
        }}
      >
        <Field label={t('Código digitado')}>
          <input
            className="in"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(e) => setTyped(e.target.value)}
          />
        </Field>
        <div className="acts">
          <button type="button" className="btn sec" onClick={onClose}>
            {t('Fechar')}
          </button>
          <button type="submit" className="btn pri" disabled={busy}>
            {t('Usar código')}
          </button>
        </div>
      </form>
    </Modal>
  )
}
