import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { productsChanged } from '#features/products/web/admin/index.ts'
import { Photo } from '#features/products/web/index.ts'
import { call, callList, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Drop } from '#web/ui/Drop.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { addImage, deleteMedia, listMedia, matchMedia, type Media } from '../contract.ts'
import { byNumber } from '../rules.ts'
import '#web/styles/pages.css'
import '#web/styles/admin.css'

/** Every photo of the company: where it is used, many at once by code, the unused ones away. */
export default function MediaPage() {
  return (
    <Queries>
      <Library />
    </Queries>
  )
}
interface Matched {
  file: File
  product: { id: number; name: string } | null
}
function Library() {
  const [params, setParams] = useSearchParams()
  const unused = params.get('only') === 'unused'
  useEffect(() => {
    document.title = t('Fotos')
  }, [])
  const list = useInfiniteQuery({
    queryKey: ['media', unused],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => callList(listMedia, { query: { only: unused ? 'unused' : undefined, limit: 60, page: pageParam } }),
    getNextPageParam: (last, pages) => (pages.reduce((n, p) => n + p.rows.length, 0) < last.total ? pages.length + 1 : undefined),
  })
  const rows = list.data?.pages.flatMap((p) => p.rows) ?? []
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Fotos')}</h1>
      </div>
      <Upload />
      <div className="chips chipsrow spacedown">
        <button type="button" className="chip" aria-pressed={!unused} onClick={() => setParams({})}>
          {t('Todas')}
        </button>
        <button type="button" className="chip" aria-pressed={unused} onClick={() => setParams({ only: 'unused' })}>
          {t('Sem uso')}
        </button>
      </div>
      {list.isPending && <Loading />}
      {list.isError && <Failed what={t('Não conseguimos carregar as fotos.')} error={list.error} retry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <Empty icon="picture">
          <p>{unused ? t('Nenhuma foto sem uso.') : t('Nenhuma foto ainda. Solte as primeiras aqui em cima.')}</p>
        </Empty>
      )}
      <ul className="mediagrid">
        {rows.map((m) => (
          <Item key={m.id} media={m} />
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" className="btn sec full spaced" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? t('Carregando…') : t('Mostrar mais')}
        </button>
      )}
    </div>
  )
}
function Item({ media: m }: { media: Media }) {
  const free = m.products.length === 0 && !m.elsewhere
  const remove = async () => {
    try {
      await call(deleteMedia, { params: { id: m.id } })
      renew('media')
      notify(t('Foto excluída.'))
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      notify(failure.message)
    }
  }
  return (
    <li>
      <span className="ph">
        <Photo path={m.path} ready={m.ready} sizes="200px" alt={m.products.length ? '' : t('Foto sem produto')} />
      </span>
      <p className="xs">
        {m.products.slice(0, 2).map((p) => (
          <Link key={p.id} className="block clip" href={`/dashboard/products/${p.id}`}>
            {p.name}
          </Link>
        ))}
        {m.products.length > 2 && <span className="t2">{t('e mais {n}', { n: m.products.length - 2 })}</span>}
        {m.products.length === 0 && <span className="t2">{m.elsewhere ? t('Categoria, logo ou banner') : t('Sem uso')}</span>}
      </p>
      {free && (
        <button type="button" className="btn txt small" onClick={() => void remove()}>
          <Icon name="bin" />
          {t('Excluir')}
        </button>
      )}
    </li>
  )
}
/** Many files at once: matched by the code in their names, sent one by one, going on when one fails. */
function Upload() {
  const [matched, setMatched] = useState<Matched[] | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [failed, setFailed] = useState<string[]>([])
  const choose = async (files: File[]) => {
    const images = files
      .filter((f) => f.type.startsWith('image/'))
      .sort((x, y) => byNumber(x.name, y.name))
      .slice(0, 1000)
    if (images.length === 0) return
    setFailed([])
    try {
      const found = await call(matchMedia, { body: { names: images.map((f) => f.name) } })
      setMatched(images.map((file, i) => ({ file, product: found[i]?.product ?? null })))
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      notify(failure.message)
    }
  }
  const good = matched?.filter((m) => m.product) ?? []
  const lost = matched?.filter((m) => !m.product) ?? []
  const send = async () => {
    const wrong: string[] = []
    setSent(0)
    for (const [i, m] of good.entries()) {
      try {
        await call(addImage, { typed: { product_id: m.product?.id }, files: { image: [m.file] } })
      } catch (failure) {
        if (!isFailure(failure)) throw failure
        wrong.push(`${m.file.name}: ${failure.message}`)
      }
      setSent(i + 1)
    }
    setSent(null)
    setMatched(null)
    setFailed(wrong)
    productsChanged()
    renew('media')
    notify(tn(good.length - wrong.length, '{n} foto no lugar.', '{n} fotos no lugar.'))
  }
  return (
    <section className="col g3 spacedown">
      {failed.length > 0 && (
        <div className="note bad" role="alert">
          <div>
            {failed.map((f) => (
              <p key={f}>{f}</p>
            ))}
          </div>
        </div>
      )}
      {!matched && (
        <Drop multiple accept="image/jpeg,image/png,image/webp,image/avif" onFiles={(files) => void choose(files)}>
          <Icon name="picture" />
          {t('Solte aqui muitas fotos de uma vez. O nome do arquivo diz o produto: VJ-014.jpg, VJ-014_2.jpg…')}
        </Drop>
      )}
      {matched && (
        <div className="panel pad col g3">
          <p className="b">
            {tn(good.length, '{n} foto achou seu produto.', '{n} fotos acharam seu produto.')} {lost.length > 0 && tn(lost.length, '{n} não achou.', '{n} não acharam.')}
          </p>
          {lost.length > 0 && (
            <p className="sm t2">
              {t('Sem produto com este código: {list}', {
                list: lost
                  .slice(0, 10)
                  .map((m) => m.file.name)
                  .join(', '),
              })}
            </p>
          )}
          {sent !== null && (
            <p role="status" className="sm t2">
              <progress value={sent} max={good.length} aria-label={t('Enviando fotos')} /> {t('Enviando {n} de {m}…', { n: Math.min(sent + 1, good.length), m: good.length })}
            </p>
          )}
          <div className="row wrap">
            <button type="button" className="btn sec" disabled={sent !== null} onClick={() => setMatched(null)}>
              {t('Voltar')}
            </button>
            <button type="button" className="btn pri" disabled={sent !== null || good.length === 0} onClick={() => void send()}>
              {tn(good.length, 'Enviar {n} foto', 'Enviar {n} fotos')}
            </button>
          </div>
        </div>
      )}
    </section>
  )
}
