import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { type Entity, listEntities } from '../contract.ts'
import { titleOf } from '../rules.ts'
import { useKeptEntities } from './kept.ts'

const MOST = 8
/** The faces behind the goods, and the way to each; nothing where nobody is shown. */
export default function Makers({ company }: { company: number }) {
  return (
    <Queries>
      <Faces company={company} />
    </Queries>
  )
}
function Faces({ company }: { company: number }) {
  const kept = useKeptEntities('')
  const asked = useQuery({
    enabled: !kept,
    queryKey: ['entities', ''],
    queryFn: () => callList(listEntities, { params: { company } }).then((l) => l.rows),
  })
  const all = (kept ?? asked.data ?? []).filter((e) => e.active)
  return ofKinds(all).map(([type, rows]) => (
    <section key={type} aria-labelledby={`makers-${type}`}>
      <div className="row between">
        <h2 id={`makers-${type}`}>{t(titleOf(type))}</h2>
        {rows.length > MOST && (
          <Link className="btn txt" href={`/s/${type}`}>
            {t('Ver todos')}
          </Link>
        )}
      </div>
      <div className="grid makers">
        {rows.slice(0, MOST).map((e) => (
          <article className="card" key={e.id}>
            <Logo path={e.logo} alt="" icon="hand" width={400} className="ph" />
            <h3>
              <Link className="name b" href={`/s/${e.type}/${encodeURIComponent(e.code)}`}>
                {e.name}
              </Link>
            </h3>
            <p className="meta">{e.company_name}</p>
          </article>
        ))}
      </div>
    </section>
  ))
}
const ofKinds = (all: Entity[]) =>
  [...new Set(all.map((e) => e.type))].map((type) => [type, all.filter((e) => e.type === type)] as const)
