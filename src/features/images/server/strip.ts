// Originals of before decision 0125 lose their metadata, and pictures of persons among the library's get files under
// a private name. Each picture is one step, so the next run continues after a kill.
import { readFile } from 'node:fs/promises'
import { acrossCompanies, inCompany, type Tx } from '#server/db.ts'
import { enqueue, forEachOf, type PlatformTasks } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'
import { isPersons, pathOf, personName } from './address.ts'
import { readPicture } from './decoder.ts'
import { formatOf, isBare } from './metadata.ts'
import {
  addFile,
  deleteFile,
  findUnstripped,
  findUnstrippedCompanies,
  lockFile,
  lockUnstripped,
  markStripped,
  renamePersons,
  type Unstripped,
} from './queries.ts'

/** Pictures of a company in one run. */
const AT_ONCE = 200
/** The original without metadata, or its largest width when it cannot be decoded any more; null when nothing is left. */
async function bareOriginal(kit: Kit, { hash, type }: Unstripped) {
  for (const name of [`${hash}-original.${type}`, `${hash}-1600.webp`]) {
    const before = (await kit.storage.has(name)) && (await kit.storage.read(name))
    const bytes = before && (await bareOf(kit, before))
    if (bytes)
      return { bytes, type: formatOf(bytes) as string, changed: !bytes.equals(before) || /\d\.webp$/.test(name) }
  }
  kit.log.error({ hash }, 'the original of a picture cannot be decoded')
  return null
}
async function bareOf(kit: Kit, bytes: Buffer) {
  const held = await kit.storage.hold(bytes)
  try {
    if (isBare(bytes)) return bytes
    if (!(await readPicture(held))) return null
    return await readFile(held)
  } finally {
    await kit.storage.drop(held)
  }
}
type Bare = NonNullable<Awaited<ReturnType<typeof bareOriginal>>>

/** Gives a portrait or a photo of a conversation a private name. A picture that the library shows as well stays there. */
async function moveOne(kit: Kit, tx: Tx, company: number, row: Unstripped, bare: Bare): Promise<void> {
  const hash = personName(company, bare.bytes)
  await lockFile(tx, hash)
  // First: its space is free for the copy.
  if (row.person) await deleteFile(tx, row.id)
  const bytes = Math.min(bare.bytes.length, row.bytes)
  const { id, ready } = await addFile(tx, company, { ...row, hash, type: bare.type, bytes, person: true })
  if ((await renamePersons(tx, pathOf(row.hash), pathOf(hash))) === 0) return void (await deleteFile(tx, id))
  await kit.storage.put(`${hash}-original.${bare.type}`, bare.bytes)
  if (!ready)
    await enqueue(tx, 'make_widths', { hash, format: bare.type }, { key: `widths-${company}-${hash}`, queue: 'images' })
}
/** The original is written again under its name, so that every address stays: before the transaction, which nothing of the
 * company shall wait for. What is written for a row that is gone meanwhile is swept like every file without a row. */
async function stripOne(kit: Kit, company: number, row: Unstripped): Promise<void> {
  const bare = await bareOriginal(kit, row)
  const type = bare?.type ?? row.type
  if (bare?.changed && !row.person) await kit.storage.put(`${row.hash}-original.${type}`, bare.bytes)
  const isDone = await inCompany(kit.pool, company, async (tx) => {
    if (!(await lockUnstripped(tx, row.id))) return false
    if (bare && row.shown && !isPersons(row.hash)) await moveOne(kit, tx, company, row, bare)
    // Never more than it was counted for: a company whose space is full is stripped, too.
    await markStripped(tx, row.id, { type, bytes: Math.min(row.bytes, bare?.bytes.length ?? row.bytes) })
    return true
  })
  if (isDone && !row.person && type !== row.type) await kit.storage.remove(`${row.hash}-original.${row.type}`)
}
export const platformTasks: PlatformTasks = {
  strip_pictures: {
    cron: '*/5 * * * *',
    irreversible: false,
    async run(kit) {
      await forEachOf(await acrossCompanies(kit.pool, findUnstrippedCompanies), async (company) =>
        forEachOf(await inCompany(kit.pool, company, (tx) => findUnstripped(tx, AT_ONCE)), (row) =>
          stripOne(kit, company, row),
        ),
      )
    },
  },
}
