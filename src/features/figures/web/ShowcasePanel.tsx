import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categories } from '#features/categories/web/index.ts'
import { call } from '#web/api.ts'
import { copy } from '#web/copy.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { readShowcase, type Showcase, setShowcase } from '../contract.ts'

/** As high as so many cards need beside each other in a column of a usual width. */
const codeOf = (s: Showcase) =>
  `<iframe src="${s.address}" title=${JSON.stringify(t('Produtos'))} loading="lazy" width="100%" height="${Math.ceil(s.most / 4) * 290 + 90}" style="border:0"></iframe>`
const plain = (site: string) => site.replace(/^https:\/\//, '')

/** The catalogue as a window for the company's own site: where it may stand, and the code to paste there. */
export function ShowcasePanel() {
  const read = useQuery({ queryKey: ['showcase'], queryFn: () => call(readShowcase) })
  const [changing, setChanging] = useState(false)
  const groups = categories.use().rows
  const s = read.data
  return (
    <section>
      <div className="fg-title">
        <h2>{t('Vitrine no seu site')}</h2>
        <span className="sm t2">{t('Uma janela com os seus produtos, que abre o catálogo em outra aba.')}</span>
      </div>
      <div className="panel pad fg-showcase">
        {s ? (
          <>
            {s.sites.length > 0 ? (
              <p>
                {tn(s.most, 'Mostra {n} produto em', 'Mostra até {n} produtos em')}{' '}
                <b>{s.sites.map(plain).join(', ')}</b>
              </p>
            ) : (
              <p>
                {t(
                  'Diga primeiro em que site ela vai ficar: fora dele ninguém pode mostrar o seu catálogo numa janela.',
                )}
              </p>
            )}
            {s.sites.length > 0 && (
              <>
                <label className="sm b" htmlFor="showcase-code">
                  {t('Código para colar no site')}
                </label>
                <textarea id="showcase-code" className="in fg-code" readOnly rows={3} value={codeOf(s)} />
              </>
            )}
            <div className="row wrap">
              {s.sites.length > 0 && (
                <button
                  type="button"
                  className="btn pri"
                  onClick={() =>
                    void copy(
                      codeOf(s),
                      t('Código copiado.'),
                      t('Não foi possível copiar. Selecione o código e copie.'),
                    )
                  }
                >
                  <Icon name="copy" size="s" /> {t('Copiar código')}
                </button>
              )}
              <button
                type="button"
                className={`btn ${s.sites.length > 0 ? 'sec' : 'pri'}`}
                onClick={() => setChanging(true)}
              >
                {s.sites.length > 0 ? t('Mudar') : t('Escolher o site')}
              </button>
              <a className="btn sec" href="/vitrine" target="_blank" rel="noopener">
                {t('Ver como fica')}
              </a>
            </div>
          </>
        ) : read.isError ? (
          <Failed
            what={t('Não conseguimos carregar a vitrine.')}
            error={read.error}
            retry={() => void read.refetch()}
          />
        ) : (
          <Loading rows={1} />
        )}
      </div>
      {changing && s && (
        <FormDialog
          name="showcase"
          title={t('Vitrine no seu site')}
          text={t(
            'Só nos sites desta lista ela aparece. As outras páginas do catálogo não aparecem em janela nenhuma.',
          )}
          fields={[
            {
              key: 'sites',
              label: t('Sites'),
              first: s.sites.map(plain).join(' '),
              hint: t('Ex.: www.loja.com.br. Mais de um: separe com espaço.'),
              wide: true,
            },
            {
              key: 'category_id',
              label: t('O que mostrar'),
              first: String(s.category_id ?? ''),
              options: [
                { value: '', label: t('O começo do catálogo') },
                ...groups.map((g) => ({ value: String(g.id), label: g.name })),
              ],
            },
            { key: 'most', label: t('Quantos produtos'), first: String(s.most), kind: 'whole', hint: t('De 1 a 24.') },
          ]}
          save={async (typed) => {
            await call(setShowcase, { typed })
            renew('showcase')
            notify(t('Vitrine guardada.'))
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </section>
  )
}
