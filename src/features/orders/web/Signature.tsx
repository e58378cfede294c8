import { t } from '#web/i18n.ts'
import { SIGNATURE_BOX } from '../signature.ts'
import './Signature.css'

/** The strokes of a signature, sharp at every size and on paper. */
export const Signature = ({ path }: { path: string }) => (
  <svg className="signature" viewBox={`0 0 ${SIGNATURE_BOX.width} ${SIGNATURE_BOX.height}`} role="img">
    <title>{t('Assinatura')}</title>
    <path d={path} />
  </svg>
)
