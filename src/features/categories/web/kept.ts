// The categories that the device keeps, as they change.
import * as z from 'zod/mini'
import { kept } from '#web/device/index.ts'
import { categoryShape } from '../contract.ts'
import { plantCategories } from './index.ts'

const wire = z.array(categoryShape)
kept('categories', (now) => {
  const read = now ? z.safeDecode(wire, now.value as never) : null
  plantCategories(read?.success ? read.data : null)
})
