import { useState } from 'react'
import { useDesk } from './useDesk.ts'

/** Who stands open beside a list: who was chosen; on a desk, where nobody was, the first of the list as it was opened,
 * so that one that arrives does not take its place under the reader's eyes. `query`: how the list is narrowed. */
export function useBeside(query: string, chosen: number | null, first: number | undefined): number | null {
  const isDesk = useDesk()
  const [beside, setBeside] = useState<{ query: string; id: number } | null>(null)
  if (first !== undefined && beside?.query !== query) setBeside({ query, id: first })
  return chosen ?? (isDesk && first !== undefined ? (beside?.id ?? null) : null)
}
