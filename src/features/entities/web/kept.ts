// Profiles as the device keeps them; their products are those of the catalogue that is here.
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { catalogue } from '#features/products/web/index.ts'
import { fold } from '#features/products/search.ts'
import { useValue } from '#web/device/use.ts'
import { type Entity, type EntityDetails, entityShape } from '../contract.ts'

const wire = z.array(entityShape)
/** Those whose name, company or code holds these words; null: ask the server. */
export function useKeptEntities(name: string): Entity[] | null | undefined {
  const all = useValue('entities', wire)
  const words = fold(name)
  return useMemo(
    () => all && all.filter((e) => fold(`${e.name} ${e.company_name} ${e.code}`).includes(words)),
    [all, words],
  )
}
/** A profile with its products, by number or code. */
export function useKeptEntity(code: string): EntityDetails | null | undefined {
  const all = useKeptEntities('')
  const { complete, products } = catalogue.use()
  return useMemo(() => {
    if (all === undefined) return undefined
    const found = all?.find((e) => String(e.id) === code || e.code.toLowerCase() === code.toLowerCase())
    if (!found || !complete) return null
    const own = products.filter((p) => p.active && p.entity?.code === found.code)
    return { ...found, products: own.map((p) => ({ id: p.id, name: p.name, code: p.code, foto1: p.foto1 })) }
  }, [all, code, complete, products])
}
