import { useRef, useState } from 'react'
import { productsChanged, undo } from '#features/products/web/admin/index.ts'
import { call, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import type { SheetKind } from '../columns.ts'
import { applySheet, type Preview, previewSheet } from '../contract.ts'
import type { Repeated } from '../rules.ts'
import { ChooseSheet, type Done } from './ChooseSheet.tsx'
import { Columns } from './Columns.tsx'
import { Rows } from './Rows.tsx'
import { type Place, whatIs, Where } from './Where.tsx'
import { useProgress } from './useProgress.ts'
import './Import.css'

type Kind = 'new' | 'changed' | 'same' | 'refused'
const KINDS: { kind: Kind; label: string; mark: string }[] = [
  { kind: 'new', label: 'Novos', mark: 'ok' },
  { kind: 'changed', label: 'Alterados', mark: 'info' },
  { kind: 'same', label: 'Sem mudança', mark: '' },
  { kind: 'refused', label: 'Recusados', mark: 'bad' },
]
/** File → what it would do → done, with a way back for a day. Nothing is written before the last button. */
export function Import({ onChecking }: { onChecking: (on: boolean) => void }) {
  const [kind, setKind] = useState<SheetKind>('products')
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [mapping, setMapping] = useState<(string | null)[] | null>(null)
  const [place, setPlace] = useState<Place>({})
  const [repeated, setRepeated] = useState<Repeated>('refuse')
  // The answer that counts is the one to the last question: choices come faster than answers.
  const latest = useRef(0)
  const asking = useRef<Promise<unknown>>(Promise.resolve())
  const [columnsOpen, setColumnsOpen] = useState(false)
  const [shown, setShown] = useState<Kind | null>(null)
  const [busy, setBusy] = useState('')
  const [error, setError] = useState('')
  const [done, setDone] = useState<Done | null>(null)
  const [writing, setWriting] = useState<string | null>(null)
  const percent = useProgress(writing)
  const options = (m = mapping, r = repeated, at = place) => ({ kind, ...(m && { mapping: m }), repeated: r, ...at })
  const check = async (f: File, m = mapping, r = repeated, at = place) => {
    const mine = ++latest.current
    setBusy(t('Lendo {name}…', { name: f.name }))
    setError('')
    setDone(null)
    // One question at a time; of those that wait only the last is asked.
    await asking.current
    if (mine !== latest.current) return
    try {
      const answer = call(previewSheet, { typed: options(m, r, at), files: { file: [f] } })
      asking.current = answer.catch(() => {})
      const p = await answer
      if (mine !== latest.current) return
      setFile(f)
      setPreview(p)
      setShown(p.counts.refused ? 'refused' : p.counts.changed ? 'changed' : p.counts.new ? 'new' : 'same')
      if (p.missing.length > 0) setColumnsOpen(true)
      onChecking(true)
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      if (mine === latest.current) setError(failure.message)
    } finally {
      if (mine === latest.current) setBusy('')
    }
  }
  const close = () => {
    setFile(null)
    setPreview(null)
    setMapping(null)
    setPlace({})
    setColumnsOpen(false)
    setRepeated('refuse')
    onChecking(false)
  }
  const apply = async () => {
    if (!file || !preview) return
    setBusy(t('Gravando {n} linhas…', { n: preview.counts.new + preview.counts.changed }))
    setError('')
    const progress = crypto.randomUUID()
    setWriting(progress)
    try {
      const result = await call(applySheet, {
        typed: { ...options(), progress, ...(preview.counts.refused > 0 && { skip_refused: '1' }) },
        files: { file: [file] },
      })
      setDone(result)
      if (kind === 'products') productsChanged()
      close()
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      setError(failure.message)
    } finally {
      setBusy('')
      setWriting(null)
    }
  }
  const choose = (f: File | undefined) => {
    if (!f) return
    setMapping(null)
    setPlace({})
    void check(f, null, 'refuse', {})
  }
  if (!preview || !file)
    return (
      <ChooseSheet
        kind={kind}
        onKind={setKind}
        busy={busy}
        error={error}
        done={done}
        onUndo={(id) => {
          void undo(id)
          setDone(null)
        }}
        onFile={choose}
      />
    )
  const writable = preview.counts.new + preview.counts.changed
  const noRoom = preview.coming > preview.room
  const repeats =
    preview.rows.some((r) => r.issues.some((i) => i.message.includes('já está na linha'))) || repeated !== 'refuse'
  return (
    <section className="col g4">
      <div className="head">
        <h2 className="h1">{t('Conferir antes de gravar')}</h2>
        <button type="button" className="btn sec" disabled={busy !== ''} onClick={close}>
          {t('Trocar arquivo')}
        </button>
        <button
          type="button"
          className="btn pri"
          disabled={busy !== '' || writable === 0 || noRoom || preview.missing.length > 0}
          onClick={() => void apply()}
        >
          {busy ||
            (preview.counts.refused
              ? tn(writable, 'Gravar só a linha certa', 'Gravar só as {n} linhas certas')
              : tn(writable, 'Gravar {n} linha', 'Gravar {n} linhas'))}
        </button>
      </div>
      {busy && <progress aria-label={busy} max={100} value={percent ?? undefined} />}
      <p className="row wrap">
        <Icon name="sheet" size="s" /> <b>{file.name}</b> <span className="sm t2">{whatIs(preview.file)}</span>
        <span className="tag">{t('Nada foi gravado ainda')}</span>
      </p>
      <Problem words={error} />
      {noRoom && (
        <p className="note warn" role="alert">
          {t('Seu plano tem lugar para mais {n} produtos, e a planilha traz {m}.', {
            n: preview.room,
            m: preview.coming,
          })}
        </p>
      )}
      {preview.missing.length > 0 ? (
        <p className="note warn" role="alert">
          {t('Diga qual coluna é cada coisa. Falta: {list}.', { list: preview.missing.join(', ') })}
        </p>
      ) : (
        <div className="cards4">
          {KINDS.map(({ kind, label, mark }) => (
            <button
              type="button"
              className="stat"
              key={kind}
              aria-pressed={shown === kind}
              onClick={() => setShown(kind)}
            >
              <span className="sm t2">
                <span className={`mark ${mark}`} />
                {t(label)}
              </span>
              <b>{preview.counts[kind].toLocaleString('pt-BR')}</b>
            </button>
          ))}
        </div>
      )}
      <Where
        file={preview.file}
        onPlace={(at) => {
          // Another table has other columns.
          setPlace(at)
          setMapping(null)
          void check(file, null, repeated, at)
        }}
      />
      <Columns
        kind={kind}
        columns={preview.columns}
        mapping={mapping ?? preview.columns.map((c) => c.field)}
        open={columnsOpen}
        onOpen={setColumnsOpen}
        onMapping={(next) => {
          setMapping(next)
          void check(file, next)
        }}
      />
      {repeats && (
        <label className="row wrap">
          {t('Quando o mesmo código ou cliente vem mais de uma vez:')}
          <select
            className="in pick"
            value={repeated}
            onChange={(e) => {
              const next = e.target.value as Repeated
              setRepeated(next)
              void check(file, mapping, next)
            }}
          >
            <option value="refuse">{t('recusar as repetidas')}</option>
            <option value="first">{t('ficar com a primeira')}</option>
            <option value="last">{t('ficar com a última')}</option>
          </select>
        </label>
      )}
      {preview.categories.length > 0 && (
        <p className="sm t2">{t('Categorias novas: {list}', { list: preview.categories.slice(0, 8).join(', ') })}</p>
      )}
      {shown && preview.missing.length === 0 && (
        <Rows
          rows={preview.rows.filter((r) => r.result === shown)}
          all={preview.counts[shown]}
          name={file.name}
          refused={shown === 'refused'}
          onNotice={notify}
        />
      )}
    </section>
  )
}
