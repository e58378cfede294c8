import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const src = fileURLToPath(new URL('./src/', import.meta.url))
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
        modulePreload: { polyfill: false },
        rollupOptions: { input: 'src/shell/main.tsx' },
        assetsInlineLimit: 0,
      },
}))
