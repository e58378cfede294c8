import type { Tx } from '#server/db.ts'
import type { LogLine } from '../contract.ts'

export interface LogFilter {
  company: number
  object: string
  object_id: number | null
  integration_id: number | null
  search: string
  limit: number
  offset: number
}
export const findLogs = (tx: Tx, f: LogFilter) => tx.sql<LogLine & { total: number }>`
  select id, at, who, action, object, object_id, name, changes, count(*) over () as total from logs
  where company_id = ${f.company} and (${f.object} = '' or object = ${f.object}
    or (${f.object} = 'product' and object = 'variation'))
    and (${f.object_id}::bigint is null or object_id = ${f.object_id})
    and (${f.integration_id}::bigint is null or (object = 'integration' and object_id = ${f.integration_id}))
    and (${f.search} = '' or name ilike '%' || ${f.search} || '%' or who ilike '%' || ${f.search} || '%')
  order by id desc limit ${f.limit} offset ${f.offset}`

/** What things are called that a log names by id: those of the company, and what the platform has for all. */
export const findNames = (tx: Tx, company: number, ids: Record<Named, number[]>) => tx.sql<{
  key: string
  name: string
}>`
  select 'user:' || id as key, name from users where company_id = ${company} and id = any(${ids.user})
  union all select 'category:' || id, name from categories where company_id = ${company} and id = any(${ids.category})
  union all select 'entity:' || id, name from entities where company_id = ${company} and id = any(${ids.entity})
  union all select 'product:' || id, name from products where company_id = ${company} and id = any(${ids.product})
  union all select 'plan:' || id, name from plans where id = any(${ids.plan})
  union all select 'reseller:' || id, name from resellers where id = any(${ids.reseller})`
export type Named = 'user' | 'category' | 'entity' | 'product' | 'plan' | 'reseller'

/** Writes one line by name, for what no row's trigger sees (imports, exports, bulk changes). */
export const addLog = (
  tx: Tx,
  company: number,
  user: { id: number | null; name: string },
  line: { action: string; object: string; object_id?: number; name: string; changes?: object },
) => tx.sql`
  insert into logs (company_id, user_id, who, action, object, object_id, name, changes)
  values (${company}, ${user.id}, ${user.name}, ${line.action}, ${line.object}, ${line.object_id ?? null},
    ${line.name}, ${JSON.stringify(line.changes ?? {})}::jsonb)`
/** The same of whoever calls. */
export const logAs = (
  tx: Tx,
  caller: { company_id: number; user_id: number | null; name: string },
  line: Parameters<typeof addLog>[3],
) => addLog(tx, caller.company_id, { id: caller.user_id, name: caller.name }, line)
/** The rows that this transaction writes from now on make no lines of their own. */
export const quiet = (tx: Tx) => tx.sql`select set_config('app.quiet', '1', true)`
/** What a person did, for a copy of the person's data. */
export const findLogsOf = (tx: Tx, cards: number[]) =>
  tx.sql`select at, action, object, name from logs where user_id = any(${cards}::bigint[]) order by id`
