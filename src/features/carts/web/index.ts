// Front door of carts on the web.
export { lineKey } from '../rules.ts'
export { addToCart, cart, clearCarts, openCart, quantities, setQuantity, useCurrency } from './cart.ts'
export { CartBar } from './CartBar.tsx'
