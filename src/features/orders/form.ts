// What an order's form asks of whoever it is for: the same in browser and server.
import { documentIssue } from '#shared/documents.ts'
import { EMAIL } from '#shared/email.ts'
import { isPhone, phoneIssue } from '#shared/phone.ts'
import type { Said } from '#shared/sentence.ts'
import { BUYER_FIELDS, type BuyerData } from './rules.ts'

interface FilledForm {
  name?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  document?: string | undefined
  additional_field?: string | undefined
}
export interface FormCompany {
  cpf_required: boolean
  cnpj_required: boolean
  additional_field_required: boolean
  additional_name: string
}
/** What an order's form lacks, by field: name and phone always, the rest as the company asks. */
export function formIssues(form: FilledForm, company: FormCompany): Record<string, Said> {
  const issues: Record<string, Said> = {}
  if ((form.name ?? '').trim().length < 2) issues.name = 'Informe um nome com pelo menos 2 letras.'
  if (!isPhone(form.phone ?? ''))
    issues.phone = phoneIssue(form.phone ?? '') ?? 'Faltou o DDD no telefone. Ex.: (11) 91234-5678.'
  if (form.email && !EMAIL.test(form.email.trim())) issues.email = 'E-mail inválido.'
  const document = documentIssue(form.document ?? '', { cpf: company.cpf_required, cnpj: company.cnpj_required })
  if (document) issues.document = document
  if (company.additional_field_required && !(form.additional_field ?? '').trim()) {
    issues.additional_field = {
      text: 'Preencha {name}.',
      values: { name: company.additional_name || { text: 'o campo adicional' } },
    }
  }
  return issues
}
/** A client as an order names it. */
export const clientData = (c: BuyerData & { company_name: string }): BuyerData => ({
  name: c.company_name || c.name,
  phone: c.phone,
  document: c.document,
  email: c.email,
  client_code: c.client_code,
})
/** What an order cannot take from a client's own data: nothing stands there, or nothing that would do. */
export function lacking(own: BuyerData, company: FormCompany): (keyof BuyerData)[] {
  const issues = formIssues(own, company)
  return BUYER_FIELDS.filter((field) => !own[field] || field in issues)
}
/** The data of an order for a client: the client's own; only what they lack is taken from what was typed. */
export function ownFirst(own: BuyerData, typed: Partial<BuyerData>, company: FormCompany): BuyerData {
  const added = lacking(own, company).map((field) => [field, typed[field] || own[field]])
  return { ...own, ...Object.fromEntries(added) }
}
