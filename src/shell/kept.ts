// What the shell shows of the device's copy, and what brings the copy: here before it is opened, and after the first
// screen is drawn.
import * as z from 'zod/mini'
import '#features/categories/web/kept.ts'
import { sellerShape } from '#features/companies/contract.ts'
import '#features/products/web/copy.ts'
import { kept } from '#web/device/index.ts'
import { sellers } from './viewer.ts'

kept('sellers', (now) => {
  const read = z.safeDecode(z.array(sellerShape), (now?.value ?? []) as never)
  if (read.success) sellers.set(read.data)
})
