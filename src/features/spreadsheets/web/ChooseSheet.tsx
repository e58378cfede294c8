import { t } from '#web/i18n.ts'
import { Choices } from '#web/ui/Chips.tsx'
import { Drop } from '#web/ui/Drop.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import type { SheetKind } from '../columns.ts'

const SHEETS: { value: SheetKind; label: string; hint: string }[] = [
  {
    value: 'products',
    label: 'Produtos',
    hint: 'Envie uma planilha do Excel ou do seu sistema (.xlsx, .xls, .csv). Mostramos o que muda antes de gravar; títulos acima da tabela não atrapalham.',
  },
  {
    value: 'clients',
    label: 'Clientes',
    hint: 'Clientes já cadastrados são achados por documento, telefone, e-mail ou código; os outros entram pelo link pessoal.',
  },
  {
    value: 'orders',
    label: 'Pedidos antigos',
    hint: 'Uma linha por item: pedido, data, cliente, código e quantidade. Entram como histórico, sem número, sem mexer no estoque e sem avisar ninguém.',
  },
]
export interface Done {
  mensagem: string
  undo_id: number | null
}
interface Props {
  kind: SheetKind
  onKind: (kind: SheetKind) => void
  /** What is being done; '' when nothing is. */
  busy: string
  error: string
  /** What the last one did. */
  done: Done | null
  onUndo: (id: number) => void
  onFile: (file: File | undefined) => void
}
/** Which kind of sheet, and its file. */
export function ChooseSheet({ kind, onKind, busy, error, done, onUndo, onFile }: Props) {
  return (
    <section className="sect">
      <h2>{t('Importar uma planilha')}</h2>
      <div className="chips chipsrow">
        <Choices choices={SHEETS} value={kind} onChoose={onKind} />
      </div>
      <p className="t2">{t(SHEETS.find((x) => x.value === kind)?.hint ?? '')}</p>
      {done && (
        <p className="note ok" role="status">
          <span className="grow">{done.mensagem}</span>
          {done.undo_id !== null && (
            <button type="button" className="b" onClick={() => onUndo(done.undo_id as number)}>
              {t('Desfazer (vale por 24 horas)')}
            </button>
          )}
        </p>
      )}
      <Problem words={error} />
      <Drop
        accept=".xlsx,.xls,.ods,.csv,.tsv,.txt,.xml,text/xml,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        disabled={busy !== ''}
        onFiles={([f]) => onFile(f)}
      >
        <Icon name="sheet" />
        {busy || t('Escolha ou solte a planilha aqui')}
      </Drop>
      {busy && <progress aria-label={busy} />}
    </section>
  )
}
