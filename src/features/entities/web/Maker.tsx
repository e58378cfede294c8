import { useQuery } from '@tanstack/react-query'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { searchAllEntities } from '../contract.ts'

interface Props {
  value: string
  error: string | undefined
  onChange: (id: string) => void
}
/** Who made a product; the profiles live at /s/. */
export function Maker({ value, error, onChange }: Props) {
  const list = useQuery({ queryKey: ['entities', ''], queryFn: () => callList(searchAllEntities).then((l) => l.rows) })
  return (
    <Field label={t('Artesão, marca ou fabricante')} optional error={error}>
      <select className="in" value={value} onChange={(e) => onChange(e.target.value)}>
        <option value="">{t('Nenhum')}</option>
        {list.data?.map((e) => (
          <option key={e.id} value={e.id}>
            {e.name}
          </option>
        ))}
      </select>
    </Field>
  )
}
