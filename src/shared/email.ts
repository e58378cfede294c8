/** What we take for an e-mail address; whether it exists only a mail can tell. */
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
