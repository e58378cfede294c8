// Derives from passwords in a thread of its own, as passwords.ts asks.
import { argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export type Derivation = Parameters<typeof argon2Sync>[1]

parentPort?.on('message', (work: Derivation) => parentPort?.postMessage(argon2Sync('argon2id', work)))
// Whoever answers requests goes first. Linux alone knows threads as it knows processes; elsewhere all are alike.
try {
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), 5)
} catch {}
