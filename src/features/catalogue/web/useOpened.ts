import { useEffect, useRef, useState } from 'react'
import type { Product } from '#features/products/contract.ts'
import { catalogue } from '#features/products/web/index.ts'
import { asking } from '#web/failure.ts'

/** The product that the address names: from the device, else the server's; null when this reader has none such,
 * undefined until that is known. */
export function useOpened(code: string): Product | null | undefined {
  const c = catalogue.use()
  const [fetched, setFetched] = useState<Product | null | undefined>()
  const sure = c.complete || c.narrowed
  const here = sure
    ? c.products.find((p) =>
        code.startsWith('id:') ? p.id === Number(code.slice(3)) : p.code.toLowerCase() === code.toLowerCase(),
      )
    : undefined
  const asked = useRef('')
  useEffect(() => {
    if (!code || here || asked.current === code) return
    asked.current = code
    setFetched(undefined)
    void asking(import('./ask.ts'))
      .then(({ findByCode }) => findByCode(code))
      .then(setFetched, () => {
        // Whoever comes back to it asks again.
        asked.current = ''
        setFetched(null)
      })
  }, [code, here])
  return code ? (here ?? fetched) : undefined
}
