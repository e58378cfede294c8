// What a device keeps of notices: the badge, and the newest for reading without a network.
import * as z from 'zod/mini'
import { keepsValue } from '#server/device.ts'
import { keptNoticesShape } from '../contract.ts'
import { countUnread, findNotices } from './queries.ts'

const KEPT = 30
keepsValue('notices', [1, 2, 3], async ({ tx, caller, now }) =>
  z.encode(keptNoticesShape, {
    unread: await countUnread(tx, caller.user_id),
    rows: await findNotices(tx, caller.user_id, { limit: KEPT, offset: 0, now }),
  }),
)
