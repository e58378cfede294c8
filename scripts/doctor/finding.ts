// What the doctor finds: how bad it is, what it is, and what to do about it.
export interface Finding {
  level: 'ok' | 'aviso' | 'erro'
  says: string
  /** What to do; '' where all is well. */
  todo: string
}
export const fine = (says: string): Finding => ({ level: 'ok', says, todo: '' })
export const warning = (says: string, todo: string): Finding => ({ level: 'aviso', says, todo })
export const fault = (says: string, todo: string): Finding => ({ level: 'erro', says, todo })
/** A check that fails by itself is a fault that says why; nothing ends the others. */
export async function looked(what: string, check: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return [fault(`${what}: ${message || code || 'sem resposta'}`, 'Corrija isto e rode npm run doctor outra vez.')]
  }
}
export type Env = Record<string, string | undefined>
/** Whether nobody else can reach this address. */
export const isLoopback = (host: string) => /^(127\.|localhost$|::1$)/.test(host)
