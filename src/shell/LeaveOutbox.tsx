// Everything that may wait is known before it is asked about.
import './outbox.ts'

export { default } from '#web/outbox/LeaveOutbox.tsx'
