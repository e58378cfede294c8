// Whether a PostgreSQL works in a folder, asked at its socket: a socket file answers across PID and IPC namespaces, where
// process numbers say nothing.
import { connect } from 'node:net'
import { join } from 'node:path'

const PATIENCE = 2000
/** Nothing listens there. Any other error comes from a listener, or hides one. */
const SILENT = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR'])

export const answersAt = (sockets: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ path: join(sockets, '.s.PGSQL.5432') })
    const end = (answers: boolean) => {
      socket.destroy()
      done(answers)
    }
    socket.setTimeout(PATIENCE, () => end(true))
    socket.once('connect', () => end(true))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end(!SILENT.has(code ?? '')))
  })
export const inUse = (dataDir: string): string =>
  `A pasta ${dataDir} está em uso por outra máquina ou contêiner: um PostgreSQL que não é desta responde nela. Encerre-o, ou use outra DATA_DIR; nada foi tocado.`
