import { useQuery } from '@tanstack/react-query'
import { type HTMLAttributes, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { categories } from '#features/categories/web/index.ts'
import { pictureAt } from '#shared/picture.ts'
import { useAct } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { Drop } from '#web/ui/Drop.tsx'
import { FileButton, PICTURES } from '#web/ui/FileButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Stay } from '#web/ui/Stay.tsx'
import { listPages, type PictureLeaf, updatePages } from '../contract.ts'
import { KINDS } from '../rules.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './Leaves.css'
import './PagesPage.css'

/** A page on the screen: the picture that stands, or one just chosen. */
interface Sheet {
  key: number
  kind: PictureLeaf['kind']
  category_id: number | null
  image_path: string
  file: File | null
}
const KIND_NAMES: Record<PictureLeaf['kind'], string> = {
  capa: 'Capa',
  abertura: 'Abertura de categoria',
  interna: 'Antes dos produtos',
  fim: 'Última página',
}
/** Where it stands in the file; in the order of the file. */
const KIND_PLACES: [PictureLeaf['kind'], string][] = [
  ['capa', 'A primeira página, no lugar da capa feita com a cor e a marca.'],
  ['interna', 'Depois da capa: quem são vocês, condições, como pedir.'],
  ['abertura', 'Antes dos produtos de uma categoria.'],
  ['fim', 'Depois de tudo: contato, agradecimento.'],
]
let serial = 0
const sheetOf = (p: PictureLeaf): Sheet => ({
  key: ++serial,
  kind: p.kind,
  category_id: p.category_id,
  image_path: p.image_path,
  file: null,
})

/** Covers and inner pages of the PDF catalogue. */
export default function PagesPage() {
  return (
    <Queries>
      <Pages />
    </Queries>
  )
}
function Pages() {
  const list = useQuery({ queryKey: ['pages'], queryFn: () => callList(listPages) })
  return (
    <div className="page">
      <div className="head">
        <h1 className="h1">{t('Páginas do PDF')}</h1>
        <Link className="btn sec" href="/dashboard/catalog">
          <Icon name="doc" />
          {t('Gerar PDF')}
        </Link>
      </div>
      <p className="t2 spacedown">
        {t(
          'Imagens que ocupam uma página inteira do catálogo em PDF; as do mesmo tipo saem na ordem daqui. O melhor tamanho é A4 em pé, 1240 × 1754 pixels; outras são ajustadas sobre branco.',
        )}
      </p>
      {list.isPending && <Loading rows={3} />}
      {list.isError && (
        <Failed what={t('Não conseguimos carregar as páginas.')} error={list.error} retry={() => void list.refetch()} />
      )}
      {list.data && <Editor key={JSON.stringify(list.data.rows)} stored={list.data.rows} />}
    </div>
  )
}
function Editor({ stored }: { stored: PictureLeaf[] }) {
  const opened = useMemo(() => stored.map(sheetOf), [stored])
  const [sheets, setSheets] = useState(opened)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const { busy, act } = useAct((failure) => {
    setErrors(failure.errors)
    notify(Object.values(failure.errors)[0]?.[0] ?? failure.message)
  })
  const dirty = sheets !== opened
  const edit = (next: Sheet[]) => {
    setErrors({})
    setSheets(next)
  }
  const change = (n: number, part: Partial<Sheet>) => edit(sheets.map((s, i) => (i === n ? { ...s, ...part } : s)))
  const move = (n: number, to: number) => {
    const next = sheets.filter((_, i) => i !== n)
    next.splice(to, 0, sheets[n] as Sheet)
    edit(next)
  }
  const add = (files: File[]) =>
    edit([
      ...sheets,
      ...files.map(
        (file, i): Sheet => ({
          key: ++serial,
          kind: sheets.length + i === 0 ? 'capa' : 'interna',
          category_id: null,
          image_path: '',
          file,
        }),
      ),
    ])
  const save = async () => {
    await act(async () => {
      await call(updatePages, {
        typed: {
          pages: sheets.map(({ kind, category_id, image_path }) => ({
            kind,
            category_id: kind === 'abertura' ? category_id : null,
            image_path,
          })),
        },
        files: Object.fromEntries(sheets.flatMap((s, n) => (s.file ? [[`images[${n}]`, [s.file]]] : []))),
      })
      notify(t('As páginas foram salvas.'))
      renew('pages')
    })
  }
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      {sheets.length === 0 && (
        <>
          <Empty icon="picture">
            <p>{t('Nenhuma página ainda. Sem elas, o PDF sai com a capa feita com a cor e a marca da empresa.')}</p>
          </Empty>
          <ol className="leafkinds">
            {KIND_PLACES.map(([kind, place]) => (
              <li key={kind}>
                <span className="leafempty" aria-hidden="true" />
                <span>
                  <b className="sm block">{t(KIND_NAMES[kind])}</b>
                  <span className="xs t2">{t(place)}</span>
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      <ol className="sheets">
        {sheets.map((s, n) => (
          <OneSheet
            key={s.key}
            sheet={s}
            n={n}
            last={n === sheets.length - 1}
            error={errors[`pages.${n}`]?.[0]}
            over={over === n && dragged !== n}
            drag={{
              onDragStart: () => setDragged(n),
              onDragEnter: () => setOver(n),
              onDragOver: (e) => e.preventDefault(),
              onDragEnd: () => {
                setDragged(null)
                setOver(null)
              },
              onDrop: (e) => {
                e.preventDefault()
                if (dragged !== null && dragged !== n) move(dragged, n)
              },
            }}
            onChange={(part) => change(n, part)}
            onMove={(to) => move(n, to)}
            onRemove={() => edit(sheets.filter((_, i) => i !== n))}
          />
        ))}
      </ol>
      <Drop accept={PICTURES} multiple className="spaced" onFiles={add}>
        <Icon name="upload" />
        <b>{t('Adicionar páginas')}</b>
        <span>{t('Solte as imagens aqui ou toque para escolher.')}</span>
      </Drop>
      <SaveBar
        shown={dirty}
        busy={busy}
        text={tn(sheets.length, '{n} página', '{n} páginas')}
        onDiscard={() => {
          setErrors({})
          setSheets(opened)
        }}
      />
      <Stay active={busy} text={t('O que está sendo enviado ainda não chegou.')} />
    </form>
  )
}
interface SheetProps {
  sheet: Sheet
  n: number
  last: boolean
  error: string | undefined
  /** Another one is held over it. */
  over: boolean
  drag: Pick<HTMLAttributes<HTMLLIElement>, 'onDragStart' | 'onDragEnter' | 'onDragOver' | 'onDragEnd' | 'onDrop'>
  onChange: (part: Partial<Sheet>) => void
  onMove: (to: number) => void
  onRemove: () => void
}
function OneSheet({ sheet: s, n, last, error, over, drag, onChange, onMove, onRemove }: SheetProps) {
  const { rows: known } = categories.use()
  const chosen = useMemo(() => s.file && URL.createObjectURL(s.file), [s.file])
  useEffect(() => () => URL.revokeObjectURL(chosen ?? ''), [chosen])
  const name = t('página {n}', { n: n + 1 })
  return (
    <li className={`panel${over ? ' over' : ''}`} draggable {...drag}>
      <div className="leaf">
        <img className="wholeleaf" src={chosen ?? pictureAt(s.image_path, 400)} alt={name} draggable={false} />
        <span className="leafno" aria-hidden="true">
          {n + 1}
        </span>
      </div>
      <select
        className="in"
        aria-label={t('O que é a {page}', { page: name })}
        value={s.kind}
        onChange={(e) => onChange({ kind: e.target.value as Sheet['kind'] })}
      >
        {KINDS.map((k) => (
          <option key={k} value={k}>
            {t(KIND_NAMES[k])}
          </option>
        ))}
      </select>
      <p className="xs t2">{t(KIND_PLACES.find(([kind]) => kind === s.kind)?.[1] ?? '')}</p>
      {s.kind === 'abertura' && (
        <select
          className="in"
          aria-label={t('Categoria da {page}', { page: name })}
          aria-invalid={error !== undefined}
          value={s.category_id ?? ''}
          onChange={(e) => onChange({ category_id: Number(e.target.value) || null })}
        >
          <option value="">{t('Escolha a categoria')}</option>
          {known.map((c) => (
            <option key={c.id} value={c.id}>
              {c.name}
            </option>
          ))}
        </select>
      )}
      {error && (
        <p className="hint err" role="alert">
          <Icon name="warn" size="xs" />
          {t(error)}
        </p>
      )}
      <div className="row">
        <FileButton quiet label={t('Trocar a imagem da {page}', { page: name })} onFile={(file) => onChange({ file })}>
          {t('Trocar')}
        </FileButton>
        <span className="grow" />
        <button
          type="button"
          className="ib"
          disabled={n === 0}
          aria-label={t('{page} para antes', { page: name })}
          onClick={() => onMove(n - 1)}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          className="ib"
          disabled={last}
          aria-label={t('{page} para depois', { page: name })}
          onClick={() => onMove(n + 1)}
        >
          <Icon name="right" />
        </button>
        <button type="button" className="ib" aria-label={t('Retirar a {page}', { page: name })} onClick={onRemove}>
          <Icon name="bin" />
        </button>
      </div>
    </li>
  )
}
