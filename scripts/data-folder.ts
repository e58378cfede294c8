// Where an installation keeps its data.
import { join, resolve } from 'node:path'

/** DATA_DIR, or the folder `data` of the program, wherever a command is started from. */
export const locateDataFolder = () => resolve(process.env.DATA_DIR || join(import.meta.dirname, '../data'))
