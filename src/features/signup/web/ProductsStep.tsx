import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { addImage, countProducts, createProduct, updateProduct } from '#features/products/contract.ts'
import { insertProducts } from '#features/spreadsheets/contract.ts'
import { attempt, useAct } from '#web/act.ts'
import { call, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Drop } from '#web/ui/Drop.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Stay } from '#web/ui/Stay.tsx'
import { addSamples } from '../contract.ts'
import './ProductsStep.css'

type Way = 'fotos' | 'planilha' | 'exemplo'
const WAYS: { way: Way; label: string }[] = [
  { way: 'fotos', label: 'Fotos do celular' },
  { way: 'planilha', label: 'Uma planilha' },
  { way: 'exemplo', label: 'Produtos de exemplo' },
]
const KINDS = [
  { kind: 'artesanato', label: 'Artesanato e casa' },
  { kind: 'moda', label: 'Moda e acessórios' },
  { kind: 'alimentos', label: 'Alimentos e bebidas' },
  { kind: 'cosmeticos', label: 'Cosméticos e velas' },
] as const
/** The first products: a photo each, a spreadsheet, or a sample set to look around with. */
export function ProductsStep({ onNext, onBack }: { onNext: () => void; onBack: () => void }) {
  const [way, setWay] = useState<Way>('fotos')
  const counts = useQuery({ queryKey: ['products', 'counts'], queryFn: () => call(countProducts) })
  const many = counts.data?.all ?? 0
  return (
    <section className="form wideform">
      <h2>{t('Seus primeiros produtos')}</h2>
      <div className="kinds">
        {WAYS.map((w) => (
          <button key={w.way} type="button" aria-pressed={way === w.way} onClick={() => setWay(w.way)}>
            {t(w.label)}
          </button>
        ))}
      </div>
      {way === 'fotos' && <Photos />}
      {way === 'planilha' && <Sheet />}
      {way === 'exemplo' && <Samples />}
      <p className="t2" role="status">
        {many > 0 ? tn(many, '{n} produto no catálogo', '{n} produtos no catálogo') : t('O catálogo ainda está vazio.')}
      </p>
      <div className="acts">
        <button type="button" className="btn sec" onClick={onBack}>
          {t('Voltar')}
        </button>
        <button type="button" className="btn pri" onClick={onNext}>
          {many > 0 ? t('Continuar') : t('Pular')}
        </button>
      </div>
    </section>
  )
}
function Samples() {
  const [busy, setBusy] = useState('')
  const add = async (kind: (typeof KINDS)[number]['kind']) => {
    setBusy(kind)
    await attempt(async () => {
      const { products } = await call(addSamples, { body: { kind } })
      renew('products')
      notify(
        products > 0
          ? tn(products, '{n} produto de exemplo no catálogo.', '{n} produtos de exemplo no catálogo.')
          : t('Estes exemplos já estão no catálogo.'),
      )
    }).finally(() => {
      setBusy('')
    })
  }
  return (
    <>
      <p className="t2">{t('Para conhecer o catálogo cheio. Saem todos com um toque na lista de produtos.')}</p>
      <div className="kinds">
        {KINDS.map((k) => (
          <button key={k.kind} type="button" disabled={busy !== ''} onClick={() => void add(k.kind)}>
            {busy === k.kind ? t('Um momento…') : t(k.label)}
          </button>
        ))}
      </div>
    </>
  )
}
function Sheet() {
  const [said, setSaid] = useState('')
  const { busy, act } = useAct((failure) => setSaid(failure.message))
  const send = async (file: File | undefined) => {
    if (!file) return
    setSaid(t('Lendo a planilha…'))
    await act(async () => {
      await call(insertProducts, { typed: {}, files: { file: [file] } })
      setSaid(t('Planilha lida. Os produtos estão no catálogo.'))
      renew('products')
    })
  }
  return (
    <>
      <Drop accept=".xlsx,.csv" disabled={busy} onFiles={(files) => void send(files[0])}>
        <span>{t('Toque para escolher a planilha (.xlsx ou .csv)')}</span>
        <span className="xs">{t('Com as colunas nome e preço; código e categoria se houver.')}</span>
      </Drop>
      {busy && <progress aria-label={t('Lendo a planilha…')} />}
      {said && <p role="status">{said}</p>}
    </>
  )
}
interface Draft {
  id: number
  name: string
  price: string
  photo: string
}
/** "IMG_2024.jpg" has no name to give; "Vaso azul.jpg" has. */
const nameOf = (file: string, n: number) => {
  const bare = file
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  return bare.length < 3 || /^(img|dsc|image|foto|whatsapp|screenshot|pxl)\b|^\d/i.test(bare)
    ? t('Produto {n}', { n })
    : bare
}
function Photos() {
  const [made, setMade] = useState<Draft[]>([])
  const [left, setLeft] = useState(0)
  const take = async (files: File[]) => {
    setLeft(files.length)
    for (const [i, file] of files.entries()) {
      try {
        const name = nameOf(file.name, made.length + i + 1)
        const product = await call(createProduct, { typed: { name } })
        await call(addImage, { typed: { product_id: product.id }, files: { image: [file] } })
        setMade((now) => [...now, { id: product.id, name, price: '', photo: URL.createObjectURL(file) }])
      } catch (failure) {
        if (!isFailure(failure)) throw failure
        notify(`${file.name}: ${failure.message}`)
        if (failure.code === 'plan_limit' || failure.offline) break
      } finally {
        setLeft(files.length - i - 1)
      }
    }
    setLeft(0)
    renew('products')
  }
  // One after the other: what was typed last is what stays.
  const saves = useRef(Promise.resolve())
  const [saving, setSaving] = useState(0)
  const save = (d: Draft) => {
    setSaving((n) => n + 1)
    saves.current = saves.current
      .then(() => call(updateProduct, { params: { id: d.id }, typed: { name: d.name, price: d.price } }))
      .then(
        () => {},
        (e: Error) => notify(`${d.name}: ${e.message}`),
      )
      .finally(() => setSaving((n) => n - 1))
  }
  const change = (id: number, part: Partial<Draft>) =>
    setMade((now) => now.map((d) => (d.id === id ? { ...d, ...part } : d)))
  return (
    <>
      <Drop accept="image/*" multiple disabled={left > 0} onFiles={(files) => void take(files)}>
        <span>{t('Toque para escolher as fotos, uma por produto')}</span>
        <span className="xs">{t('JPEG, PNG, WebP ou AVIF. O nome e o preço vêm em seguida.')}</span>
      </Drop>
      {left > 0 && (
        <p role="status">
          {tn(left, 'Falta {n} foto…', 'Faltam {n} fotos…')} <progress aria-label={t('Enviando fotos')} />
        </p>
      )}
      {saving > 0 && <p role="status">{t('Salvando…')}</p>}
      <Stay
        active={left > 0 || saving > 0}
        text={
          left > 0 ? t('As fotos que ainda não chegaram não serão enviadas.') : t('O que ainda não foi salvo se perde.')
        }
      />
      {made.length > 0 && (
        <ul className="panel">
          {made.map((d) => (
            <li className="li" key={d.id}>
              <span className="ph t40">
                <img src={d.photo} alt="" />
              </span>
              <input
                className="in grow"
                aria-label={t('Nome de {name}', { name: d.name })}
                value={d.name}
                maxLength={200}
                onChange={(e) => change(d.id, { name: e.target.value })}
                onBlur={() => save(d)}
              />
              <input
                className="in price-in"
                aria-label={t('Preço de {name}', { name: d.name })}
                inputMode="decimal"
                placeholder="0,00"
                value={d.price}
                onChange={(e) => change(d.id, { price: e.target.value })}
                onBlur={() => save(d)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
