import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countProducts } from '#features/products/contract.ts'
import { insertProducts } from '#features/spreadsheets/contract.ts'
import { attempt, useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Drop } from '#web/ui/Drop.tsx'
import { notify } from '#web/ui/snack.tsx'
import { addSamples } from '../contract.ts'
import { Photos } from './Photos.tsx'
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
  const [saving, setSaving] = useState(false)
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
      {way === 'fotos' && <Photos onSaving={setSaving} />}
      {way === 'planilha' && <Sheet />}
      {way === 'exemplo' && <Samples />}
      {/* Stays where it is while a field above it is left: a press that began on it ends on it. */}
      <div className="stepfoot">
        <p className="t2 sm grow" role="status">
          {saving
            ? t('Salvando…')
            : many > 0
              ? tn(many, '{n} produto no catálogo', '{n} produtos no catálogo')
              : t('O catálogo ainda está vazio.')}
        </p>
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
