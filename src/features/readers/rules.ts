/** What makes the prices that a reader is shown. */
export interface Buyer {
  price_table: number
  margin_bp: number
  currency: string
}
