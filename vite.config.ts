import { createHash } from 'node:crypto'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import * as z from 'zod/mini'
import { keptClientShape } from '#features/clients/contract.ts'
import { orderShape } from '#features/orders/contract.ts'
import { productShape } from '#features/products/contract.ts'

const src = fileURLToPath(new URL('./src/', import.meta.url))
type Read = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }
/** Everything that these import without waiting, and what that imports. */
function needed(ids: string[], read: Read): Set<string> {
  const all = new Set(ids.map((id) => src + id))
  for (const one of all) for (const next of read.getModuleInfo(one)?.importedIds ?? []) all.add(next)
  return all
}
const ASKING = ['shell/account.ts', 'features/catalogue/web/ask.ts']
let groups: { first: Set<string>; calls: Set<string> } | undefined
/** What the entry imports without waiting is the first file, in one piece, and what asks the server with the shapes of
 * what it answers is the second: on HTTP/1.1 every further one costs a slow network's round trip. What only lazy screens
 * import is theirs. */
const group = (name: 'first' | 'calls', priority: number) => ({
  debugName: name,
  name(id: string, read: Read) {
    groups ??= { first: needed(['shell/main.tsx'], read), calls: needed(ASKING, read) }
    const is = groups[name].has(id) && !id.endsWith('.css') && !ASKING.includes(id.slice(src.length))
    return is ? name : null
  },
  priority,
})

/** Changes with every field of a row that devices store, so that an added field reaches rows stored before. */
const deviceShape = createHash('sha256')
  .update(
    JSON.stringify(
      [productShape, orderShape, keptClientShape].map((shape) =>
        z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }),
      ),
    ),
  )
  .digest('base64url')
  .slice(0, 12)

/** One build for the browser, one file for the server (`--ssr`): the first screen of the catalogue. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^#/, replacement: src },
      // wouter brings this hook for React before 18; React's own is the same and in the first file already.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
    ],
  },
  publicDir: false,
  define: { DEVICE_SHAPE: JSON.stringify(deviceShape) },
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
        rollupOptions: {
          input: ['src/shell/main.tsx', 'src/shell/first.css'],
          output: { codeSplitting: { groups: [group('first', 2), group('calls', 1)] } },
        },
        assetsInlineLimit: 0,
      },
}))
