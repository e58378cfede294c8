import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Photo } from '#features/images/web/index.ts'
import { productsChanged } from '#features/products/web/admin/index.ts'
import { useAct } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { useListSearch, useListState } from '#web/useListState.ts'
import { Chip } from '#web/ui/Chips.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListHead } from '#web/ui/ListHead.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { deleteMedia, listMedia, type Media, replaceMedia } from '../contract.ts'
import { Upload } from './Upload.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './MediaPage.css'

/** Every photo of the company: where it is used, many at once by code, the unused ones away. */
export default function MediaPage() {
  return (
    <Queries>
      <Library />
    </Queries>
  )
}
function Library() {
  const shown = useListState()
  const unused = shown.of('only') === 'unused'
  const { words, setWords, search } = useListSearch(shown, 'search')
  const list = useInfiniteQuery({
    queryKey: ['media', unused, search],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      callList(listMedia, { query: { only: unused ? 'unused' : undefined, search, limit: 60, page: pageParam } }),
    getNextPageParam: (last, pages) =>
      pages.reduce((n, p) => n + p.rows.length, 0) < last.total ? pages.length + 1 : undefined,
  })
  const rows = list.data?.pages.flatMap((p) => p.rows) ?? []
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Fotos')}</h1>
      </div>
      <Upload />
      <ListHead
        label={t('Buscar foto por nome ou código do produto')}
        placeholder={t('Nome ou código')}
        value={words}
        onChange={setWords}
        chips={
          <>
            <Chip on={!unused} onClick={() => shown.set({ only: '' })}>
              {t('Todas')}
            </Chip>
            <Chip on={unused} onClick={() => shown.set({ only: 'unused' })}>
              {t('Sem uso')}
            </Chip>
          </>
        }
      />
      <ListStates list={list} what={t('Não conseguimos carregar as fotos.')} none={rows.length === 0}>
        <Empty icon="picture">
          <p>
            {search
              ? t('Nenhuma foto de produto com “{words}”.', { words: search })
              : unused
                ? t('Nenhuma foto sem uso.')
                : t('Nenhuma foto ainda. Solte as primeiras aqui em cima.')}
          </p>
          {search && (
            <button type="button" className="btn sec" onClick={shown.clear}>
              {t('Ver todas as fotos')}
            </button>
          )}
        </Empty>
      </ListStates>
      <ul className="mediagrid">
        {rows.map((m) => (
          <Item key={m.id} media={m} />
        ))}
      </ul>
      <MoreButton list={list} look="sec full spaced" />
    </div>
  )
}
function Item({ media: m }: { media: Media }) {
  const free = m.products.length === 0 && !m.elsewhere
  const { busy, act } = useAct()
  const change = (work: () => Promise<string>) =>
    act(async () => {
      notify(await work())
      renew('media')
    })
  const remove = () =>
    change(async () => {
      await call(deleteMedia, { params: { id: m.id } })
      return t('Foto excluída.')
    })
  const replace = (file: File) =>
    change(async () => {
      const { places } = await call(replaceMedia, { params: { id: m.id }, files: { image: [file] } })
      productsChanged()
      return places === 0
        ? t('É a mesma foto: nada mudou.')
        : tn(places, 'Foto trocada em {n} lugar.', 'Foto trocada em {n} lugares.')
    })
  return (
    <li>
      <span className="ph">
        <Photo path={m.path} ready={m.ready} sizes="200px" alt={m.products.length ? '' : t('Foto sem produto')} />
      </span>
      <p className="xs">
        {m.products.slice(0, 2).map((p) => (
          <Link key={p.id} className="block tap" href={`/dashboard/products/${p.id}`}>
            <span className="block clip">{p.name}</span>
          </Link>
        ))}
        {m.products.length > 2 && <span className="t2">{t('e mais {n}', { n: m.products.length - 2 })}</span>}
        {m.products.length === 0 && (
          <span className="t2">{m.elsewhere ? t('Categoria, logo ou banner') : t('Sem uso')}</span>
        )}
      </p>
      {!free && (
        <FileButton
          quiet
          label={t('Trocar a foto de {name}', { name: m.products[0]?.name ?? t('Categoria, logo ou banner') })}
          disabled={busy}
          onFile={(file) => void replace(file)}
        >
          {busy ? t('Trocando…') : t('Trocar')}
        </FileButton>
      )}
      {free && (
        <button type="button" className="btn txt small" disabled={busy} onClick={() => void remove()}>
          <Icon name="bin" />
          {t('Excluir')}
        </button>
      )}
    </li>
  )
}
