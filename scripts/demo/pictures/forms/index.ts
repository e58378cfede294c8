// All categories: key, Portuguese name, forms and the colours the material comes in.
import * as ceramics from './ceramics.ts'
import * as basketry from './basketry.ts'
import * as weaving from './weaving.ts'
import * as hammocks from './hammocks.ts'
import * as wood from './wood.ts'
import * as leather from './leather.ts'
import * as jewelry from './jewelry.ts'
import * as candles from './candles.ts'
import * as cosmetics from './cosmetics.ts'
import * as stationery from './stationery.ts'
import * as toys from './toys.ts'
import * as food from './food.ts'
import * as lighting from './lighting.ts'
import * as fashion from './fashion.ts'

export const categories = {
  ceramics,
  basketry,
  weaving,
  hammocks,
  wood,
  leather,
  jewelry,
  candles,
  cosmetics,
  stationery,
  toys,
  food,
  lighting,
  fashion,
}

// Accepts the key ('ceramics') or the Portuguese name ('Cerâmica').
export function findCategory(name) {
  const wanted = plain(name)
  const found = Object.entries(categories).find(([key, { label }]) => key === wanted || plain(label) === wanted)
  if (!found) throw new Error(`no drawings for category "${name}"`)
  return { key: found[0], ...found[1] }
}

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
