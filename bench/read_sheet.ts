// The floor of an import: a process of its own that only reads the first tab and hands its rows over.
import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'

const { sheets } = await readXlsx(readFileSync(process.argv[2] as string), { sheets: [0] })
process.stdout.write(JSON.stringify(sheets[0]?.rows))
