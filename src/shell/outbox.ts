// What waits to be sent, and everything that may wait: loaded where something does.
import '#features/calendar/web/outbox.ts'
import '#features/carts/web/outbox.ts'
import '#features/clients/web/outbox.ts'
import '#features/messages/web/outbox.ts'
import '#features/visits/web/outbox.ts'

export { openOutbox } from '#web/outbox/outbox.ts'
