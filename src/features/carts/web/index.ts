// Front door of carts on the web.
export { lineKey } from '../rules.ts'
export {
  addAll,
  addToCart,
  cart,
  cartTotals,
  clearCarts,
  openCart,
  quantities,
  setDetail,
  setDiscount,
  setLineDiscount,
  setQuantity,
  stepDown,
  stepUp,
  useCurrency,
} from './cart.ts'
export { CartBar, Coach } from './CartBar.tsx'
