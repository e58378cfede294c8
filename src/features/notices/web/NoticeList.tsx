import { Link } from 'wouter'
import { useQuery } from '@tanstack/react-query'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { listNotices } from '../contract.ts'
import { useKeptNotices, mark } from './kept.ts'
import { NoticeLines } from './NoticeLines.tsx'

/** The newest notices, as this device keeps them or the server answers. */
export function NoticeList({ onChosen }: { onChosen: () => void }) {
  const kept = useKeptNotices()
  const asked = useQuery({
    queryKey: ['notices', 'newest'],
    queryFn: () => callList(listNotices),
    enabled: kept === null,
  })
  const rows = kept?.rows ?? asked.data?.rows
  if (!rows)
    return asked.isError ? (
      <Failed what={t('Não conseguimos carregar os avisos.')} error={asked.error} retry={() => void asked.refetch()} />
    ) : (
      <Loading rows={3} />
    )
  return (
    <>
      {rows.length === 0 ? (
        <Empty icon="bell">
          <p>{t('Nenhum aviso ainda.')}</p>
        </Empty>
      ) : (
        <NoticeLines rows={rows} onChosen={onChosen} />
      )}
      <div className="row wrap g2 spaced">
        {rows.some((r) => !r.read) && (
          <button type="button" className="btn sec small" onClick={() => void mark(null)}>
            {t('Marcar tudo como lido')}
          </button>
        )}
        {rows.length > 0 && (
          <Link href="/avisos" className="btn sec small" onClick={onChosen}>
            {t('Ver todos')}
          </Link>
        )}
        <Link href="/aparelho#avisos" className="btn sec small" onClick={onChosen}>
          {t('O que me avisa')}
        </Link>
      </div>
    </>
  )
}
