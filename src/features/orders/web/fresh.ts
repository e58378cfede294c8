// How many new orders and unread conversations wait, for the menu's badges.
import { createStore } from '#web/store.ts'

export const fresh = createStore({ new: 0, messages: 0 })
