// What an order's form asks for, field by field, and what of a client's own data an order takes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientData, formIssues, lacking, ownFirst } from './form.ts'

const open = { cpf_required: false, cnpj_required: false, additional_field_required: false, additional_name: '' }
const filled = { name: 'Zé', phone: '(11) 91234-5678' }
const fields = (form: object, company: object = {}) => Object.keys(formIssues(form, { ...open, ...company }))

test('a name of two letters and a phone with its area code are enough; blanks are no letters', () => {
  assert.deepEqual(fields(filled), [])
  assert.deepEqual(fields({}), ['name', 'phone'])
  assert.deepEqual(fields({ ...filled, name: ' Z ' }), ['name'])
  assert.deepEqual(fields({ ...filled, name: ' Zé ' }), [])
  assert.equal(
    formIssues({ ...filled, phone: '' }, open).phone,
    'Faltou o DDD no telefone. Ex.: (11) 91234-5678.',
    'nothing typed is told what is asked for',
  )
  assert.match(String(formIssues({ ...filled, phone: '1'.repeat(16) }, open).phone), /números demais/)
})
test('an e-mail may be missing, not wrong; blanks around it do not count', () => {
  assert.deepEqual(fields({ ...filled, email: '' }), [])
  assert.deepEqual(fields({ ...filled, email: ' ze@loja.com.br ' }), [])
  assert.deepEqual(fields({ ...filled, email: 'ze@' }), ['email'])
})
test('a document is asked for where the company asks, and must be one wherever it is typed', () => {
  assert.deepEqual(fields({ ...filled, document: '111.111.111-11' }), ['document'])
  assert.deepEqual(fields(filled, { cpf_required: true }), ['document'])
  assert.deepEqual(fields(filled, { cnpj_required: true }), ['document'])
  assert.deepEqual(fields({ ...filled, document: '529.982.247-25' }, { cpf_required: true }), [])
  assert.deepEqual(fields({ ...filled, document: '529.982.247-25' }, { cnpj_required: true }), ['document'])
})
test('the company’s own field is asked for by its name where it must be filled', () => {
  const asks = { additional_field_required: true, additional_name: 'Inscrição' }
  assert.deepEqual(fields({ ...filled, additional_field: '' }), [])
  assert.deepEqual(fields({ ...filled, additional_field: '7' }, asks), [])
  for (const nothing of [undefined, ' '])
    assert.deepEqual(formIssues({ ...filled, additional_field: nothing }, { ...open, ...asks }), {
      additional_field: { text: 'Preencha {name}.', values: { name: 'Inscrição' } },
    })
  const unnamed = formIssues(filled, { ...open, ...asks, additional_name: '' }).additional_field
  assert.deepEqual(unnamed, { text: 'Preencha {name}.', values: { name: { text: 'o campo adicional' } } })
})
const own = { ...filled, document: '', email: 'ze@loja.com.br', client_code: 'C-1' }
test('an order names a client by the company, else by the person', () => {
  assert.equal(clientData({ ...own, company_name: 'Mercado do Zé' }).name, 'Mercado do Zé')
  assert.deepEqual(clientData({ ...own, company_name: '' }), own)
})
test('what a client’s card says goes before what was typed; only what it lacks, or has wrong, is taken from there', () => {
  const typed = { name: 'Outro', phone: '(21) 99999-0000', document: '529.982.247-25', email: 'outro@x.test' }
  assert.deepEqual(lacking(own, open), ['document'])
  assert.deepEqual(ownFirst(own, typed, open), { ...own, document: typed.document })
  const wrong = { ...own, phone: '1234' }
  assert.deepEqual(lacking(wrong, open), ['phone', 'document'])
  assert.equal(ownFirst(wrong, typed, open).phone, typed.phone)
  assert.equal(ownFirst(wrong, {}, open).phone, '1234', 'nothing was typed: it stays')
})
