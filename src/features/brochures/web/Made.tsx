import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shareLink } from '#shared/phone.ts'
import { attempt } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { copyLink } from '#web/copy.ts'
import { download } from '#web/file.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed } from '#web/ui/states.tsx'
import { type Brochure, deleteBrochure, listBrochures, takeBrochure } from '../contract.ts'
import './Made.css'

function sizeWords(c: Brochure): string {
  const n = (c.bytes / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  return [
    '',
    c.files > 1 && tn(c.files, '{n} arquivo', '{n} arquivos'),
    tn(c.page_count, '{n} página', '{n} páginas'),
    t('{n} MB', { n }),
  ]
    .filter((w) => w !== false)
    .join(' · ')
}
function openedWords(c: Brochure): string {
  const times = tn(c.opened, 'aberto {n} vez', 'aberto {n} vezes')
  const last = c.opened_at && t('a última {moment}', { moment: showMoment(c.opened_at) })
  const visits = c.visits > 0 && tn(c.visits, '{n} visita pelo QR', '{n} visitas pelo QR')
  return [[times, last].filter(Boolean).join(', '), visits].filter(Boolean).join(' · ')
}
/** One's own copy: every file of it; it does not count as opened. */
export async function take(c: Brochure): Promise<void> {
  for (let volume = 1; volume <= c.files; volume++)
    await download(takeBrochure, { params: { id: c.id }, query: { volume } })
}
/** The PDFs of the last 30 days; those that were asked for here are saved as soon as they are ready. */
export function Made({ asked }: { asked: Set<number> }) {
  const list = useQuery({
    queryKey: ['brochures'],
    queryFn: () => callList(listBrochures),
    refetchInterval: (q) => (q.state.data?.rows.some((c) => c.status === 'fazendo') ? 1000 : false),
  })
  const [removed, setRemoved] = useState<Brochure | null>(null)
  const { data } = list
  const rows = data?.rows ?? []
  useEffect(() => {
    for (const c of data?.rows ?? []) {
      if (c.status !== 'fazendo' && asked.delete(c.id)) {
        if (c.status === 'pronto') {
          void attempt(() => take(c))
          notify(t('Seu PDF está pronto.'))
        } else
          notify(
            t(
              c.why === 'disco'
                ? 'O servidor está sem espaço para guardar o PDF. Avise o suporte.'
                : 'Não conseguimos fazer o PDF. Tente de novo.',
            ),
          )
      }
    }
  }, [data, asked])
  const remove = async (c: Brochure) => {
    await attempt(async () => {
      await call(deleteBrochure, { params: { id: c.id } })
      asked.delete(c.id)
      renew('brochures')
      notify(t(c.status === 'fazendo' ? '{name} foi cancelado.' : '{name} foi excluído.', { name: c.title }))
    }).finally(() => {
      setRemoved(null)
    })
  }
  if (list.isError)
    return <Failed what={t('Não conseguimos carregar os PDFs.')} error={list.error} retry={() => void list.refetch()} />
  if (rows.length === 0) return null
  return (
    <section className="spaced">
      <h2 className="b">{t('Gerados antes')}</h2>
      <ul className="panel madelist">
        {rows.map((c) => (
          <li key={c.id}>
            <span className="grow">
              <b>{[c.title, c.client].filter(Boolean).join(' · ')}</b>
              <small className="t2 block">
                {showMoment(c.created_at)}
                {c.status === 'pronto' && sizeWords(c)}
                {c.status === 'pronto' && <span className="block">{openedWords(c)}</span>}
                {c.status === 'falhou' && ` · ${t('não ficou pronto')}`}
              </small>
              {c.status === 'fazendo' && (
                <progress
                  max={Math.max(1, c.products)}
                  value={c.done}
                  aria-label={t('Fazendo {name}', { name: c.title })}
                />
              )}
            </span>
            {c.status === 'pronto' && (
              <>
                <button
                  type="button"
                  className="btn txt small"
                  aria-label={t('Baixar {name}', { name: c.title })}
                  onClick={() => void attempt(() => take(c))}
                >
                  <Icon name="download" />
                  <span className="hide-s">{t('Baixar')}</span>
                </button>
                <button
                  type="button"
                  className="ib tap"
                  aria-label={t('Copiar o link de {name}', { name: c.title })}
                  onClick={() => void copyLink(c.link)}
                >
                  <Icon name="copy" />
                </button>
                <a
                  className="ib tap"
                  href={shareLink(t('Nosso catálogo: {link}', { link: c.link }))}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t('Enviar {name} no WhatsApp', { name: c.title })}
                >
                  <Icon name="whatsapp" />
                </a>
              </>
            )}
            {c.status === 'fazendo' && (
              <button
                type="button"
                className="btn txt small"
                aria-label={t('Cancelar {name}', { name: c.title })}
                onClick={() => void remove(c)}
              >
                {t('Cancelar')}
              </button>
            )}
            {c.status !== 'fazendo' && (
              <button
                type="button"
                className="ib tap"
                aria-label={t('Excluir {name}', { name: c.title })}
                onClick={() => setRemoved(c)}
              >
                <Icon name="bin" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="sm t2">
        {t('O link de cada PDF abre por 30 dias. Ficam os 30 mais novos da empresa; o mais antigo sai primeiro.')}
      </p>
      {removed && (
        <Confirm
          title={t('Excluir este PDF?')}
          text={t('O link que já foi enviado deixa de abrir.')}
          danger
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </section>
  )
}
