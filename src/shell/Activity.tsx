import { LogList } from '#features/logs/web/index.ts'
import { LOG_LABELS } from '#features/products/contract.ts'
import { renewCatalogue } from '#features/products/web/index.ts'
import { Undos } from '#features/undos/web/index.ts'

/** What can be undone, and who did what in the company. */
export function Activity({ company }: { company: number }) {
  return (
    <>
      <Undos onUndone={() => void renewCatalogue()} />
      <LogList company={company} labels={LOG_LABELS} />
    </>
  )
}
