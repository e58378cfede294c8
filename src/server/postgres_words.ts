// Why the embedded PostgreSQL ended as soon as it was launched, from its last words: what is wrong, and what to do.

/** What is in its way for a moment only: one that was killed is still ending. */
const PASSES = /lock file ".*" already exists|shared memory block .* is still in use|could not bind|starting up/
const REASONS: [RegExp, (data: string, found: string) => string][] = [
  [
    /No space left on device|Disk quota exceeded/,
    (data) => `não há mais espaço no disco de ${data}. Libere espaço e inicie outra vez.`,
  ],
  [
    /initialized by PostgreSQL version (\d+)/,
    (data, found) =>
      `o banco em ${data} é do PostgreSQL ${found}, e este programa traz outro. Use o programa com que ele foi feito, ou traga um backup (npm run restore).`,
  ],
  [
    /invalid permissions|wrong ownership|Permission denied/,
    (data) => `a conta que o roda não pode usar ${data}. Corrija o dono e as permissões (chown -R, chmod 700).`,
  ],
  [
    /could not (?:locate a valid checkpoint|find redo)|invalid checkpoint|incorrect checksum in control file|invalid data in|could not (?:open|read) file "(?:global|base|pg_wal|pg_xact|pg_control)|incompatible with server|not a database cluster directory|invalid length of/,
    (data) =>
      `os arquivos do banco em ${data} faltam ou estão danificados. Guarde esta pasta como está e traga um backup noutra (npm run restore).`,
  ],
  [
    /Cannot allocate memory|could not (?:map anonymous|create|resize) shared memory/,
    () => 'falta memória nesta máquina. Encerre outros programas, ou dê mais a ela.',
  ],
  [
    /loading shared libraries|ENOENT|EACCES|ENOEXEC/,
    () => 'os programas do PostgreSQL faltam ou não rodam aqui. Rode npm ci outra vez.',
  ],
]
/** A sentence; null while it may pass by itself. */
export function whyNot(words: string, data: string): string | null {
  if (PASSES.test(words)) return null
  const said = words ? ` Ele disse: ${words}` : ''
  for (const [pattern, why] of REASONS) {
    const [found, first = ''] = pattern.exec(words) ?? []
    if (found !== undefined) return `O PostgreSQL embutido não pôde começar: ${why(data, first)}${said}`
  }
  return `O PostgreSQL embutido terminou logo que começou.${said || ' Não disse por quê.'}`
}
