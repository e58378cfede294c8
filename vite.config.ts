import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const src = fileURLToPath(new URL('./src/', import.meta.url))
const ENTRY = `${src}shell/main.tsx`
let needed: Set<string> | undefined
/** What the entry imports without waiting is the first file, in one piece: on HTTP/1.1 every further one costs a slow
 * network's round trip. What only lazy screens import is theirs. */
function first(
  id: string,
  { getModuleInfo }: { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null },
): string | undefined {
  if (!needed) {
    needed = new Set([ENTRY])
    for (const one of needed) for (const next of getModuleInfo(one)?.importedIds ?? []) needed.add(next)
  }
  return needed.has(id) && !id.endsWith('.css') ? 'first' : undefined
}

/** One build for the browser, one file for the server (`--ssr`): the first screen of the catalogue. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  resolve: { alias: [{ find: /^#/, replacement: src }] },
  publicDir: false,
  build: isSsrBuild
    ? { emptyOutDir: true }
    : {
        outDir: 'build/web',
        emptyOutDir: true,
        manifest: 'manifest.json',
        target: 'es2023',
        // Browsers that know light-dark() and relative colours: neither is to be written otherwise.
        cssTarget: ['chrome125', 'firefox128', 'safari18'],
        modulePreload: { polyfill: false },
        rollupOptions: { input: ['src/shell/main.tsx', 'src/shell/first.css'], output: { manualChunks: first } },
        assetsInlineLimit: 0,
      },
}))
