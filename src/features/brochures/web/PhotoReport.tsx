import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { addImage } from '#features/products/contract.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { type PhotoGroup, photosForPdf } from '../contract.ts'
import type { Model } from '../rules.ts'

interface Props {
  wanted: { categories: number[]; only_active: boolean; only_promo: boolean; price_table?: number }
  model: Model
  per_page: number
  /** May mend them. */
  admin: boolean
}
/** Products without a photo and photos too small for paper, category by category, each with the way to mend it. */
export function PhotoReport({ wanted, model, per_page, admin }: Props) {
  const report = useQuery({
    queryKey: ['pdf-photos', wanted, model, per_page],
    queryFn: () => call(photosForPdf, { body: { ...wanted, model, per_page } }),
    placeholderData: (before) => before,
  })
  // The PDF comes about without it.
  if (!report.data || report.data.length === 0) return null
  return (
    <section className="spaced">
      <h2 className="b">{t('Fotos que faltam ou sairiam sem nitidez no papel')}</h2>
      <div className="panel photoreport">
        {report.data.map((g) => (
          <OfCategory key={g.category} group={g} admin={admin} />
        ))}
      </div>
      {!admin && <p className="sm t2">{t('Quem administra a empresa pode trocar as fotos.')}</p>}
    </section>
  )
}
const counts = (g: PhotoGroup) =>
  [
    g.missing > 0 && tn(g.missing, '{n} sem foto', '{n} sem foto'),
    g.weak > 0 && tn(g.weak, '{n} foto pequena', '{n} fotos pequenas'),
  ]
    .filter(Boolean)
    .join(', ')
function OfCategory({ group, admin }: { group: PhotoGroup; admin: boolean }) {
  const [busy, setBusy] = useState<number | null>(null)
  const send = async (product: PhotoGroup['examples'][number], file: File) => {
    setBusy(product.id)
    await attempt(async () => {
      await call(addImage, { typed: { product_id: product.id }, files: { image: [file] } })
      notify(t('A foto de {name} está no lugar.', { name: product.name }))
      renew('pdf-photos')
      renew('pdf-products')
    }).finally(() => setBusy(null))
  }
  const more = group.missing + group.weak - group.examples.length
  return (
    <details>
      <summary>
        <b className="grow">{group.category}</b>
        <span className="sm t2">{counts(group)}</span>
      </summary>
      <ul>
        {group.examples.map((p) => (
          <li key={p.id}>
            <span className="grow">
              {p.name}
              <small className="t2 block">
                {[p.code, p.dpi === null ? t('sem foto') : t('{n} pontos por polegada', { n: p.dpi })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            {admin && p.dpi === null && (
              <FileButton
                quiet
                disabled={busy !== null}
                label={t('Enviar a foto de {name}', { name: p.name })}
                onFile={(file) => void send(p, file)}
              >
                {busy === p.id ? t('Enviando…') : t('Enviar')}
              </FileButton>
            )}
            {admin && (
              <Link
                className="ib tap"
                href={`/dashboard/products/${p.id}`}
                aria-label={t('Abrir as fotos de {name}', { name: p.name })}
              >
                <Icon name="edit" size="s" />
              </Link>
            )}
          </li>
        ))}
        {more > 0 && <li className="sm t2">{tn(more, 'e mais {n} produto', 'e mais {n} produtos')}</li>}
      </ul>
    </details>
  )
}
