// Keys that the simulated ERPs take.
export const KEYS = {
  omie: { api_key: 'omie-key-1234', additional_field_1: 'omie-secret-5678' },
  sankhya: { api_key: 'sankhya-client', additional_field_1: 'sankhya-secret', token: 'sankhya-x-token' },
  tagplus: { api_key: 'tagplus-key-9012' },
  pedidook: { api_key: 'pedidook-token-3456' },
}
export const PLATFORM = { blingId: 'bling-app', blingSecret: 'bling-app-secret', pedidookPartner: 'parceiro-7890' }
