// The rules that decide whether a person sees a product, and at which price, in the order in which they are asked.

export const STEPS = [
  'blocked',
  'inactive',
  'categories_hidden',
  'no_stock',
  'price_hidden',
  'tables_off',
  'no_price',
  'table',
  'table_empty',
  'variations_differ',
  'promo',
  'promo_off',
  'promo_high',
  'promo_dates',
  'exchange',
  'margin',
] as const
