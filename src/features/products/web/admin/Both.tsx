import { t } from '#web/i18n.ts'
import type { Values } from './values.ts'

/** What another admin changed meanwhile, and the product as it stands. */
export interface Conflict {
  fields: string[]
  current: Record<string, unknown>
}

const LABELS: Record<string, string> = {
  name: 'Nome',
  price: 'Preço',
  price2: 'Preço 2',
  price3: 'Preço 3',
  price_promo: 'Preço promocional',
  description: 'Descrição',
  code: 'Código',
  tags: 'Etiquetas',
  categories: 'Categorias',
  ean: 'Código de barras',
  additional_text: 'Texto adicional',
  entity_id: 'Artesão, marca ou fabricante',
}
/** What is stored beside what was typed. */
export function Both({ conflict, mine }: { conflict: Conflict; mine: Values }) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th>{t('Campo')}</th>
          <th>{t('Está gravado')}</th>
          <th>{t('O seu')}</th>
        </tr>
      </thead>
      <tbody>
        {conflict.fields.map((f) => (
          <tr key={f}>
            <td>{t(LABELS[f] ?? f)}</td>
            <td>{String(conflict.current[f] ?? '—')}</td>
            <td>
              <b>{String(mine[f as keyof Values] || '—')}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
