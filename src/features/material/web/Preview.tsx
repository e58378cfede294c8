import { useQuery } from '@tanstack/react-query'
import { useAct } from '#web/act.ts'
import { toDataUrl } from '#web/data_url.ts'
import { fetchFile, hand, sharesFiles } from '#web/file.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed } from '#web/ui/states.tsx'
import { drawMaterial, type MaterialPlan } from '../contract.ts'

interface Props {
  wanted: Record<string, unknown>
  /** The same as text. */
  text: string
  plan: MaterialPlan
  page: number
  onPage: (page: number) => void
}
/** The very page that is downloaded, and the ways out of here. */
export function Preview({ wanted, text, plan, page, onPage }: Props) {
  const drawn = useQuery({
    queryKey: ['material', text, page],
    queryFn: async () =>
      toDataUrl(await fetchFile(drawMaterial, { typed: { ...wanted, format: 'png', page, width: 900 } })),
    placeholderData: (before) => before,
    retry: false,
  })
  const { busy, act } = useAct()
  const shares = sharesFiles()
  const take = (format: 'pdf' | 'png') =>
    act(async () => {
      const file = await fetchFile(drawMaterial, { typed: { ...wanted, format, ...(format === 'png' && { page }) } })
      await hand(file, format === 'pdf' ? t('PDF baixado.') : t('Imagem baixada.'))
    })
  const words = {
    pdf: shares ? t('Enviar PDF') : t('Baixar o PDF'),
    png: shares ? t('Enviar imagem') : t('Baixar imagem'),
  }
  return (
    <>
      <div className="row wrap between">
        <p className="sm" role="status">
          <b>{tn(plan.pages, '{n} página', '{n} páginas')}</b>
          {plan.products > 0 && ` · ${tn(plan.products, '{n} produto', '{n} produtos')}`}
        </p>
        <span className="row wrap">
          <button type="button" className="btn sec" disabled={busy} onClick={() => void take('png')}>
            <Icon name="picture" />
            {words.png}
          </button>
          <button type="button" className="btn pri" disabled={busy} onClick={() => void take('pdf')}>
            <Icon name={shares ? 'send' : 'doc'} />
            {busy ? t('Preparando…') : words.pdf}
          </button>
        </span>
      </div>
      {plan.issues.length > 0 && <Issues issues={plan.issues} />}
      {drawn.isError ? (
        <Failed
          what={t('Não conseguimos desenhar esta página.')}
          error={drawn.error}
          retry={() => void drawn.refetch()}
        />
      ) : (
        <figure className="matpaper" aria-busy={drawn.isFetching}>
          {drawn.data ? (
            <img
              src={drawn.data}
              alt={t('Página {n} de {pages}', { n: page, pages: plan.pages })}
              style={{ aspectRatio: `${plan.width} / ${plan.height}` }}
            />
          ) : (
            <div style={{ aspectRatio: `${plan.width} / ${plan.height}` }} />
          )}
        </figure>
      )}
      {plan.pages > 1 && (
        <nav className="row wrap" aria-label={t('Páginas')}>
          <button type="button" className="btn sec small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('Anterior')}
          </button>
          <span className="sm">{t('Página {n} de {pages}', { n: page, pages: plan.pages })}</span>
          <button
            type="button"
            className="btn sec small"
            disabled={page >= plan.pages}
            onClick={() => onPage(page + 1)}
          >
            {t('Próxima')}
          </button>
        </nav>
      )}
    </>
  )
}
const FIRST = 5
function Issues({ issues }: { issues: MaterialPlan['issues'] }) {
  return (
    <div className="note warn">
      <Icon name="warn" size="s" />
      <div className="grow">
        <p>
          {tn(
            issues.length,
            '{n} código de barras não sai como está no cadastro:',
            '{n} códigos de barras não saem como estão no cadastro:',
          )}
        </p>
        <ul className="sm">
          {issues.slice(0, FIRST).map((i, n) => (
            <li key={n}>
              <b>{i.name}</b> ({i.ean || i.code}):{' '}
              {i.instead === 'code128'
                ? t('sai o código {code} em Code 128.', { code: i.code || i.ean })
                : t('sai sem código de barras.')}
            </li>
          ))}
          {issues.length > FIRST && <li>{t('…e mais {n}', { n: issues.length - FIRST })}</li>}
        </ul>
      </div>
    </div>
  )
}
