// Papers are drawn in this process: few at once, one of a company, and the line has an end.
import { Refusal } from '#shared/errors.ts'
import { queueFor } from './turns.ts'

export const onPaper = queueFor({
  most: 2,
  waiting: 60,
  patience: 20_000,
  busy: () => new Refusal('busy', { retry_after: 5 }),
})
