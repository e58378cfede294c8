// A client's personal link, as an address carries it.
/** Where a tab keeps the personal link that it was opened by, until the link's session is open. */
export const CAME_BY = 'mo_came'
/** Whether an address's `id` is a personal link; a bare number opens nothing. */
export const isPersonalLink = (id: string | null): id is string => id !== null && /^c\d+\./.test(id)
