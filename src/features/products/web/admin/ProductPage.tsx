import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { tableName } from '#features/companies/rules.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Unfolds } from '#web/ui/Unfolds.tsx'
import { ConflictDialog } from '#web/ui/ConflictDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { notify } from '#web/ui/snack.tsx'
import { FailedPage, Loading } from '#web/ui/states.tsx'
import { Stay } from '#web/ui/Stay.tsx'
import { useStored } from '#web/useStored.ts'
import { createProduct, LABELS, type Product, productShape, readProduct, updateProduct } from '../../contract.ts'
import { clashesOf } from './clashes.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { History } from './History.tsx'
import { LiveCard } from './LiveCard.tsx'
import { decimal, type FieldOf, ProductDetails } from './ProductDetails.tsx'
import { type MakerSlot, PickCategories } from './Sorting.tsx'
import { PhotoSlots, useProductPhotos } from './PhotoSlots.tsx'
import { productsChanged } from './changes.ts'
import { RemoveProduct } from './RemoveProduct.tsx'
import { type Switches, type Values, valuesOf } from './values.ts'
import { Why } from './Why.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import './ProductPage.css'

interface Props {
  id: string
  uses: Switches
  maker: MakerSlot
}
export function ProductPage({ id, uses, maker }: Props) {
  const [params] = useSearchParams()
  const source = id === 'new' ? Number(params.get('copy') ?? 0) : Number(id)
  const product = useQuery({
    queryKey: ['product', source],
    queryFn: () => call(readProduct, { params: { id: source } }),
    enabled: source > 0,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (source > 0 && product.isPending) return <Loading />
  if (product.isError)
    return (
      <FailedPage
        title={t('Produto')}
        what={t('Não conseguimos abrir este produto.')}
        error={product.error}
        retry={() => void product.refetch()}
      />
    )
  return (
    <Editor
      key={id + source}
      opened={id === 'new' ? null : (product.data ?? null)}
      source={product.data ?? null}
      uses={uses}
      maker={maker}
    />
  )
}
/** What a new product is asked for; the rest is folded. */
const FIRST: readonly string[] = ['images', 'name', 'price', 'price2', 'price3', 'stock', 'categories']
interface EditorProps extends Omit<Props, 'id'> {
  opened: Product | null
  /** What a new product is copied from. */
  source: Product | null
}
function Editor({ opened, source, uses, maker }: EditorProps) {
  const [, navigate] = useLocation()
  const form = useStored<Product, Values>(`product:${opened?.id ?? 'new'}`, opened, {
    shape: productShape,
    values: (p) => valuesOf(p ?? source, !p),
  })
  const { values: v, set, error, stored: product } = form
  const setImages = (change: (paths: string[]) => string[]) => form.change((x) => ({ ...x, images: change(x.images) }))
  const photos = useProductPhotos(setImages)
  /** Saving was asked for while these photos were on their way. */
  const [awaited, setAwaited] = useState(0)
  const waits = awaited === photos.batch && photos.busy
  const title = product?.name ?? t('Novo produto')
  useEffect(() => {
    document.title = title
  }, [title])
  const save = () =>
    form.submit(async () => {
      const keys = product ? form.changed() : (Object.keys(v) as (keyof Values)[])
      const typed: Record<string, unknown> = Object.fromEntries(
        // Without a place a new one stands last.
        keys
          .filter((k) => product || k !== 'order' || v.order)
          .map((k) => [k, k === 'tags' && v.tags.length === 0 ? 'empty' : k === 'active' ? Number(v.active) : v[k]]),
      )
      if (product) {
        typed.imagesToRemove = form.base.images.filter((x) => !v.images.includes(x))
        typed.was = form.was(keys.filter((k) => k !== 'images'))
      }
      const saved = product
        ? await call(updateProduct, { params: { id: product.id }, typed })
        : await call(createProduct, { typed })
      productsChanged()
      notify(product ? t('Salvo.') : t('{name} está no catálogo.', { name: saved.name }))
      if (!product) navigate(`/dashboard/products/${saved.id}`, { replace: true })
      return saved
    })
  const saveNow = () => {
    if (photos.failed.length > 0)
      notify(t('Há fotos que não foram enviadas. Tente de novo ou deixe-as de fora, e salve.'))
    else void save()
  }
  const saveAll = () => (photos.busy ? setAwaited(photos.batch) : saveNow())
  const photosCame = useEffectEvent(saveNow)
  useEffect(() => {
    if (awaited > 0 && awaited === photos.batch && !photos.busy) photosCame()
  }, [awaited, photos.batch, photos.busy])
  const isNew = !product
  /** Something of the folded part needs a look. */
  const rest = (Object.keys(LABELS) as (keyof Values)[]).some((key) => !FIRST.includes(key) && error(key))
  const field: FieldOf = (key, more = {}) => (
    <Field
      label={more.label || t(LABELS[key])}
      error={error(key)}
      {...(more.optional !== undefined && { optional: more.optional })}
      {...(more.hint && { hint: more.hint })}
    >
      <input
        className="in"
        value={v[key] as string}
        onChange={(e) => set(key, e.target.value as never)}
        {...more.input}
      />
    </Field>
  )
  return (
    <div className="page product">
      <BackLink href="/dashboard/products">{t('Produtos')}</BackLink>
      <div className="head">
        <h1 className="h1">{title}</h1>
        {product && <Elsewhere product={product} />}
        {product && (
          <Link href={`/material?tipo=card&produtos=${product.id}`} className="btn sec small">
            {t('Divulgar')}
          </Link>
        )}
      </div>
      <div className="beside">
        <SubmitForm onSubmit={saveAll}>
          <section className="sect">
            <h2>{t('Fotos')}</h2>
            <PhotoSlots value={v.images} uploads={photos} onChange={setImages} />
          </section>
          <section className="sect">
            <h2>{t('O produto')}</h2>
            {field('name', { input: { maxLength: 160 } })}
            <div className="fields three">
              {field('price', {
                label: (uses.price_table_active && tableName(uses, 1)) || '',
                ...decimal,
                hint: t('Vazio: sob consulta.'),
              })}
              {uses.price_table_active && field('price2', { label: tableName(uses, 2), optional: true, ...decimal })}
              {uses.price_table_active && field('price3', { label: tableName(uses, 3), optional: true, ...decimal })}
              {v.attributes.length === 0 &&
                field('stock', { optional: true, hint: t('Vazio: não contado.'), input: { inputMode: 'numeric' } })}
            </div>
            <PickCategories form={form} />
          </section>
          <Unfolds
            title={t('Mais detalhes')}
            about={t('Códigos, descrição, promoção, variações, quantidades, etiquetas')}
            open={!isNew || rest}
          >
            <ProductDetails form={form} uses={uses} maker={maker} field={field} />
          </Unfolds>
          <SaveBar
            shown={form.dirty || !product || photos.busy || photos.failed.length > 0}
            text={product ? t('Há mudanças por salvar.') : t('Nada foi salvo ainda.')}
            busy={form.busy}
            waiting={
              waits
                ? {
                    text: t('Salvando depois das fotos: {n} de {m}…', {
                      n: Math.min(photos.done + 1, photos.all),
                      m: photos.all,
                    }),
                    done: photos.done,
                    all: photos.all,
                    onCancel: () => setAwaited(0),
                  }
                : undefined
            }
            onDiscard={
              product
                ? () => {
                    photos.cancel()
                    form.discard()
                  }
                : undefined
            }
          />
          <Stay active={photos.busy} text={t('As fotos que ainda não chegaram não serão enviadas.')} />
        </SubmitForm>
        <LiveCard values={v} promo={uses.promo_price_active} />
      </div>
      {product && <Why product={product} />}
      {product && <History object="product" id={product.id} />}
      {product && <RemoveProduct product={product} />}
      {form.conflict && (
        <ConflictDialog
          title={t('Outra pessoa mudou este produto')}
          clashes={clashesOf(form.conflict, form)}
          settle={form.settle}
          save={() => void save()}
        />
      )}
    </div>
  )
}
