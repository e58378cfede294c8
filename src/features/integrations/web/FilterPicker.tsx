import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PickChips } from '#web/ui/PickChips.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { type Integration, listCategoriesThere } from '../contract.ts'
import { filterIds } from '../rules.ts'

/** Which categories of the other system come; asked there when somebody wants to choose. */
export function FilterPicker({
  integration: i,
  busy,
  onChange,
}: {
  integration: Integration
  busy: boolean
  onChange: (filter: string) => void
}) {
  const [open, setOpen] = useState(false)
  const there = useQuery({
    queryKey: ['there', i.id],
    queryFn: () => call(listCategoriesThere, { params: { id: i.id } }),
    enabled: open,
    retry: false,
    staleTime: 60_000,
  })
  const picked = filterIds(i.filter)
  const options = (there.data ?? []).map((c, n) => ({ id: n, name: c.name, key: c.id }))
  return (
    <section>
      <h3 className="b sm">{t('Quais produtos')}</h3>
      <p className={`sm t2${open ? '' : ' spacedown'}`}>
        {picked.length
          ? tn(picked.length, 'Só os de {n} categoria.', 'Só os de {n} categorias.')
          : t('Todos os produtos ativos.')}
      </p>
      {!open && (
        <button type="button" className="btn sec small" onClick={() => setOpen(true)}>
          <Icon name="filter" />
          {t('Escolher categorias')}
        </button>
      )}
      {open && there.isPending && <Loading rows={1} />}
      {open && there.isError && (
        <Failed what={t('Não conseguimos ler as categorias.')} error={there.error} retry={() => void there.refetch()} />
      )}
      {open && there.isSuccess && options.length === 0 && <p className="sm t2">{t('Não há categorias lá.')}</p>}
      {options.length > 0 && (
        <fieldset disabled={busy}>
          <legend className="sr">{t('Categorias que vêm')}</legend>
          <PickChips
            options={options}
            picked={options.filter((o) => picked.includes(o.key)).map((o) => o.id)}
            onPick={(ids) =>
              onChange(
                options
                  .filter((o) => ids.includes(o.id))
                  .map((o) => o.key)
                  .join(),
              )
            }
          />
        </fieldset>
      )}
    </section>
  )
}
