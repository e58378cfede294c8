import { pictureAt } from '#shared/picture.ts'
import { useState } from 'react'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { FileButton } from '#web/ui/FileButton.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Stay } from '#web/ui/Stay.tsx'
import { type Company, storeSettings } from '../contract.ts'
import { Cropper } from './Cropper.tsx'
import './Pictures.css'

const KINDS = [
  { key: 'banner_desktop', label: 'Banner no computador, 1920 × 200', width: 1920, height: 200 },
  { key: 'banner_mobile', label: 'Banner no celular, 375 × 100', width: 375, height: 100 },
  { key: 'background_image', label: 'Imagem de fundo da página Sobre', width: 0, height: 0 },
] as const
type Kind = (typeof KINDS)[number]

/** Banners and background: sent at once, each by itself. */
export function Pictures({ company, onSaved }: { company: Company; onSaved: () => void }) {
  const [cropping, setCropping] = useState<{ kind: Kind; file: File } | null>(null)
  const [busy, setBusy] = useState('')
  /** What did not arrive, to be sent once more as it was cut. */
  const [failed, setFailed] = useState<{ kind: Kind; file: File; why: string } | null>(null)
  const send = async (kind: Kind, file: File | null) => {
    setCropping(null)
    setBusy(kind.key)
    setFailed(null)
    try {
      await call(storeSettings, {
        typed: { company_id: company.id, ...(!file && { [`${kind.key}_remove`]: '1' }) },
        files: file ? { [kind.key]: [file] } : {},
      })
      onSaved()
      notify(file ? t('Imagem trocada.') : t('Imagem retirada.'))
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      if (file) setFailed({ kind, file, why: failure.message })
      else notify(failure.message)
    } finally {
      setBusy('')
    }
  }
  return (
    <>
      {KINDS.map((kind) => {
        const path = company.settings[kind.key]
        return (
          <div className="field" key={kind.key}>
            <p className="lb">{t(kind.label)}</p>
            {path && <img className="bannerview" src={pictureAt(path, 800)} alt="" />}
            <div className="row wrap">
              <FileButton
                label={t(kind.label)}
                onFile={(file) => (kind.width ? setCropping({ kind, file }) : void send(kind, file))}
              >
                {busy === kind.key ? t('Enviando…') : path ? t('Trocar') : t('Enviar imagem')}
              </FileButton>
              {path && (
                <button type="button" className="btn txt small" onClick={() => void send(kind, null)}>
                  {t('Retirar')}
                </button>
              )}
            </div>
            {failed?.kind === kind && (
              <p className="note bad row wrap" role="alert">
                <span className="grow">
                  {t('{name} não foi enviada: {why}', { name: failed.file.name, why: t(failed.why) })}
                </span>
                <button type="button" className="btn sec small" onClick={() => void send(kind, failed.file)}>
                  {t('Tentar de novo')}
                </button>
              </p>
            )}
          </div>
        )
      })}
      <Stay active={busy !== ''} text={t('O que está sendo enviado ainda não chegou.')} />
      {cropping && (
        <Cropper
          file={cropping.file}
          width={cropping.kind.width}
          height={cropping.kind.height}
          onDone={(cut) => void send(cropping.kind, cut)}
          onClose={() => setCropping(null)}
        />
      )}
    </>
  )
}
