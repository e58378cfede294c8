// How many new orders wait, for the menu's badge.
import { createStore } from '#web/store.ts'

export const freshOrders = createStore(0)
