import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { Photo } from '#features/images/web/index.ts'
import { productsChanged } from '#features/products/web/admin/index.ts'
import { useAct } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { nextPage, Queries, renew } from '#web/queries.tsx'
import { useListSearch, useListState } from '#web/useListState.ts'
import { Chip } from '#web/ui/Chips.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListHead } from '#web/ui/ListHead.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { deleteMedia, listMedia, type Media, replaceMedia } from '../contract.ts'
import { RemoveMany } from './RemoveMany.tsx'
import { Upload } from './Upload.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './MediaPage.css'

const NONE: ReadonlySet<number> = new Set()
/** Every photo of the company: where it is used, many at once by code, marked ones away. */
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
    getNextPageParam: nextPage,
  })
  const rows = list.data?.pages.flatMap((p) => p.rows) ?? []
  const [picked, setPicked] = useState(NONE)
  const marked = rows.filter((m) => picked.has(m.id))
  const markable = rows.filter((m) => !m.elsewhere)
  const pick = (id: number, on: boolean) =>
    setPicked(new Set(on ? [...picked, id] : [...picked].filter((x) => x !== id)))
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
            <Chip
              on={!unused}
              onClick={() => {
                setPicked(NONE)
                shown.set({ only: '' })
              }}
            >
              {t('Todas')}
            </Chip>
            <Chip
              on={unused}
              onClick={() => {
                setPicked(NONE)
                shown.set({ only: 'unused' })
              }}
            >
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
          <Item key={m.id} media={m} picked={picked.has(m.id)} onPick={(on) => pick(m.id, on)} />
        ))}
      </ul>
      <MoreButton list={list} look="sec full spaced" />
      {marked.length > 0 && (
        <RemoveMany
          marked={marked}
          onAll={marked.length < markable.length ? () => setPicked(new Set(markable.map((m) => m.id))) : undefined}
          onDone={() => setPicked(NONE)}
        />
      )}
    </div>
  )
}
interface ItemProps {
  media: Media
  picked: boolean
  onPick: (on: boolean) => void
}
function Item({ media: m, picked, onPick }: ItemProps) {
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
    <li className={picked ? 'sel' : undefined}>
      <span className="ph">
        <Photo path={m.path} ready={m.ready} sizes="200px" alt={m.products.length ? '' : t('Foto sem produto')} />
        {!m.elsewhere && (
          <label className="check">
            <span className="sr">
              {m.products[0]
                ? t('Selecionar a foto de {name}', { name: m.products[0].name })
                : t('Selecionar foto sem uso')}
            </span>
            <input type="checkbox" checked={picked} onChange={(e) => onPick(e.target.checked)} />
          </label>
        )}
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
