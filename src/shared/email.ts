/** What we take for an e-mail address, one and bare: mails would go to each part of a list. Whether it exists only a mail
 * can tell. */
export const EMAIL = /^[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@,;<>()"]+$/
