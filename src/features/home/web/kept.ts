// A seller's start as the device keeps it.
import { useValue } from '#web/device/use.ts'
import { keptHomeShape } from '../contract.ts'

export const useKeptHome = () => useValue('home', keptHomeShape)
