// Whose a place is. One installation sends there, and leaves a sign of life again and again. Another one with the same
// keys, a restored copy above all, watches that sign and goes on in its stead only where it stands still: two that send
// at once would be taken for one another by a later restore. No two clocks are compared without looking, too.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { nameIn, putObject, readObject, type Store } from './objects.ts'
import { THIS_DATABASE } from './source.ts'
import { BackupFailure } from './vault.ts'

export interface Installation {
  id: string
  /** The machine's name, for people. */
  host: string
}
export interface Sign extends Installation {
  /** Milliseconds from one to the next. */
  every: number
  at: number
}
/** Between two signs, in ms. */
export const SIGN_EVERY = 30_000
/** It is gone after so many signs that did not come; where it seems to be, so many more are watched, as a clock may be
 * wrong. */
const GONE = 20
const WATCHED = 3

/** Another database is another installation: one of ours has a number drawn beside it, which no backup holds. */
export async function installationOf(client: pg.Client, home: string | undefined): Promise<Installation> {
  const id = home ? drawn(join(home, 'installation')) : (await client.query<{ it: string }>(THIS_DATABASE)).rows[0]?.it
  return { id: id ?? '', host: hostname() }
}
function drawn(path: string): string {
  if (!existsSync(path))
    try {
      writeFileSync(path, randomUUID(), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      // The sender and a backup by hand began at once.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  return readFileSync(path, 'utf8')
}
const KEY = 'whose'

export async function signIn(store: Store): Promise<Sign | null> {
  const key = nameIn(store, KEY)
  if ((await store.vault.size(key)) === null) return null
  return JSON.parse((await readObject(store, { key })).toString()) as Sign
}
export async function sign(store: Store, me: Installation, every = SIGN_EVERY): Promise<void> {
  const text = JSON.stringify({ ...me, every, at: Date.now() } satisfies Sign)
  await putObject(store, KEY, Readable.from([Buffer.from(text)]))
}
/** Whether a place with this sign, or with none, is ours to send to. */
export const isMine = (there: Sign | null, me: Installation): boolean => there === null || there.id === me.id
const notOurs = (store: Store, { host, at }: Sign) =>
  new BackupFailure(
    `Em ${store.vault.place} outra instalação guarda os seus backups (máquina ${host}, sinal de ${new Date(at).toISOString()}): nada foi escrito. Se esta é um ensaio, inicie-a sem BACKUP_TO; se trabalha ao lado da outra, dê-lhe um BACKUP_TO só dela; se ficou no lugar da outra, encerre aquela: esta continua sozinha uns dez minutos depois do último sinal.`,
  )
/** Makes the place ours, or refuses; answers whether it was already. */
export async function claim(store: Store, me: Installation): Promise<boolean> {
  const there = await signIn(store)
  const before = isMine(there, me)
  if (there && !before) await standsStill(store, there)
  await sign(store, me)
  return before
}
async function standsStill(store: Store, there: Sign): Promise<void> {
  const seemsGone = Math.abs(Date.now() - there.at) > there.every * GONE
  for (let half = 0; half < 2 * (seemsGone ? WATCHED : GONE); half++) {
    await sleep(there.every / 2)
    const now = await signIn(store)
    if (now && (now.id !== there.id || now.at !== there.at)) throw notOurs(store, now)
  }
}
