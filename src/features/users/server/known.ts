// Passwords that leaked often and that guessing begins with: nearly 18,000 of eight characters and more, of the world,
// beside our own list of Brazilian ones (common-passwords.ts). Loaded when somebody first chooses a password.
let known: Promise<ReadonlySet<string>> | undefined

const load = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set((dictionary['passwords-common'] as string[]).filter((p) => p.length >= 8))
}
export const isKnown = async (password: string): Promise<boolean> =>
  (await (known ??= load())).has(password.toLowerCase())
