import type { Kit } from '#server/serve.ts'

export const invoiceHref = (kit: Kit, token: string) => `${kit.config.publicUrl}/session/assinar?cobranca=${token}`
/** Where operators see what was asked and paid. */
export const operatorHref = (kit: Kit) => `${kit.config.publicUrl}/dashboard/companies/assinaturas`
