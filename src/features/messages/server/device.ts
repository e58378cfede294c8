// What a device keeps of conversations: the newest, for reading without a network.
import * as z from 'zod/mini'
import { keepsValue } from '#server/device.ts'
import { keptThreadsShape } from '../contract.ts'
import { findNewest } from './queries.ts'
import { aboutOf, isStaff, shown } from './seen.ts'

const CONVERSATIONS = 30
const MESSAGES = 10
keepsValue('messages', [1, 2, 3], async ({ tx, caller }) => {
  const rows = await findNewest(tx, caller, CONVERSATIONS, MESSAGES + 1)
  return z.encode(
    keptThreadsShape,
    rows.map(({ said, unread, seen_id, ...row }) => ({
      about: aboutOf(row, caller),
      messages: said.slice(-MESSAGES).map((m) => shown({ ...m, at: new Date(m.at) }, caller)),
      more: said.length > MESSAGES,
      unread,
      ...(isStaff(caller) && { seen_id }),
    })),
  )
})
