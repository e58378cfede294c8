// Front door of carts on the web.
export { addToCart, cart, clearCarts, lineKey, openCart, quantities, setQuantity } from './cart.ts'
export { addOrderToCart } from './repeat.ts'
export { CartBar } from './CartBar.tsx'
