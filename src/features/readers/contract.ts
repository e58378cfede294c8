// What calls say of the eyes that they read with.
import * as z from 'zod/mini'
import { blank, id } from '#shared/wire.ts'
import { NEW_CLIENT } from './rules.ts'

/** The client that staff order for, through whose eyes the answer is; `novo`: one who does not exist yet. */
export const orderedFor = blank(z.union([z.literal(NEW_CLIENT), id]))
