import { LogList } from '#features/logs/web/index.ts'
import { LOG_LABELS } from '#features/products/contract.ts'
import { renewDevice } from '#web/device/index.ts'
import { Undos } from '#features/undos/web/index.ts'

/** What can be undone, and who did what in the company. */
export function Activity({ company }: { company: number }) {
  return (
    <>
      <Undos onUndone={() => void renewDevice()} />
      <LogList company={company} labels={LOG_LABELS} />
    </>
  )
}
