import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activationLink, PROPOSAL_DAYS, propose, shortName } from './rules.ts'

const plan = (id: number, products: number, monthly: number) => ({
  id,
  name: `Plano ${id}`,
  products,
  sellers: 2,
  price_tables: 1,
  monthly,
  extra_products: 1000,
  extra_seller: 2000,
})
const plans = [plan(1, 100, 10_000), plan(2, 1000, 14_000)]

test('the cheapest plan for a need is proposed, with what is bought beside it, by the month and by the year', () => {
  const { data, plan: best, extras } = propose(plans, { products: 150, sellers: 3 })
  assert.equal(best.id, 1)
  assert.deepEqual(extras, { products: 1, sellers: 1 })
  assert.deepEqual(
    [data.extraProducts, data.extraProductCost, data.extraSellers, data.extraSellerCost, data.totalMonthlyCost],
    [100, 1000, 1, 2000, 13_000],
  )
  assert.deepEqual(data.annual, {
    pix: { total: 124_800, instalments: 1, each: 124_800, saving: 31_200 },
    x12: { total: 156_000, instalments: 12, each: 13_000, saving: 0 },
    x6: { total: 148_200, instalments: 6, each: 24_700, saving: 7800 },
    x3: { total: 140_400, instalments: 3, each: 46_800, saving: 15_600 },
  })
  assert.deepEqual([data.bestOption, data.bestSaving], ['pix', 31_200])
  assert.deepEqual(
    [data.recommendedPlan, data.selectedProducts, data.selectedSellers],
    [{ id: 1, name: 'Plano 1' }, 150, 3],
  )
})
test('a plan that was chosen stands, whatever would be cheaper', () => {
  const { data } = propose(plans, { products: 150, sellers: 2 }, plans[1])
  assert.deepEqual([data.recommendedPlan.id, data.extraProducts, data.totalMonthlyCost], [2, 0, 14_000])
})
test('a link says sellers, products, consultant, the proposal, and the company where there is one', () => {
  const p = { sellers: 3, products: 150, company_id: 7, consultant: 'ana', token: 'abc' }
  assert.equal(
    activationLink('https://m.test', p),
    'https://m.test/session/assinar?vendedores=3&produtos=150&consultor=ana&proposta=abc&company_id=7',
  )
  assert.ok(!activationLink('https://m.test', { ...p, company_id: null }).includes('company_id'))
  assert.deepEqual(['Ana Paula de Souza', 'Zé', '!!!'].map(shortName), ['ana-paula', 'ze', 'consultor'])
  assert.equal(PROPOSAL_DAYS, 7)
})
test('where nothing is saved, paying at once by Pix is what is proposed', () => {
  const { data } = propose([{ ...plan(3, 10, 0), extra_products: 0 }], { products: 10, sellers: 1 })
  assert.deepEqual([data.bestOption, data.bestSaving], ['pix', 0])
})
