/** What makes the prices that a reader is shown. */
export interface Buyer {
  price_table: number
  margin_bp: number
  currency: string
}
/** Through whose eyes a catalogue is shown. */
export interface View {
  buyer: Buyer
  hide_price: boolean
  hidden_categories: number[]
}
/** A client who does not exist yet, in place of a client's number. */
export const NEW_CLIENT = 'novo'
