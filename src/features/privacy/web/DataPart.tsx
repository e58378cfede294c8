import { Link } from 'wouter'
import { useAct } from '#web/act.ts'
import { download } from '#web/file.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { companyArchive } from '../contract.ts'

/** Everything that the company stores, as a file; the notice that its visitors read; the subscription. */
export function DataPart({ company, path }: { company: number; path: string }) {
  const { busy, act } = useAct()
  const save = async () => {
    await act(() => download(companyArchive, { params: { company } }))
  }
  return (
    <section className="sect">
      <h2>{t('Assinatura e dados')}</h2>
      <p className="t2">{t('Produtos, clientes, pedidos e fotos num só arquivo: JSON, planilhas e imagens.')}</p>
      <div className="row wrap">
        <button type="button" className="btn sec" disabled={busy} onClick={() => void save()}>
          <Icon name="download" />
          {busy ? t('Preparando…') : t('Baixar todos os dados')}
        </button>
        <Link href="/session/assinar" className="btn sec">
          <Icon name="star" />
          {t('Assinatura e cobranças')}
        </Link>
        <Link href={`/session/privacidade?path=${path}`} className="btn txt">
          {t('Aviso de privacidade')}
        </Link>
      </div>
    </section>
  )
}
