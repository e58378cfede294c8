// Front door of carts on the web.
export { addToCart, bringBack, cart, cartTotals, clearCarts, emptyCart, lineKey, lineOf, openCart, quantities, setQuantity } from './cart.ts'
export { addOrderToCart } from './repeat.ts'
export { CartBar } from './CartBar.tsx'
export { Stepper } from './Stepper.tsx'
