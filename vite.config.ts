import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const src = fileURLToPath(new URL('./src/', import.meta.url))
/** What the first screen needs is one file: on HTTP/1.1 every further one costs a slow network's round trip. */
const FIRST =
  /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|mitt|virtua|zod|idb-keyval)\/|\/src\/(shared|web)\/|\/src\/shell\/|\/src\/features\/\w+\/[\w-]+\.ts$|\/src\/features\/(products|categories|carts)\/web\/(index|catalogue|CataloguePage|CatalogueHead|ProductCard|ProductGrid|useProducts|first|cart|CartBar|repeat)\.tsx?$|\/src\/features\/orders\/web\/(index|receipts)\.ts$/
const first = (id: string) =>
  FIRST.test(id) &&
  !id.endsWith('.css') &&
  !/common-passwords|orders\/message|shell\/(VisitBar|TrialBar|SafariNotice|RightPanel|Landing|Consent|LayoutDialog)|features\/(mails|plans|platform|subscriptions|proposals|signup|privacy|spreadsheets|tags|undos|logs|price_requests|addresses|entities|images|catalogs|integrations)\/|ui\/(FormActs|PickChips|FormDialog|SubmitForm|Stepper|Field|Switch|Tags|SaveBar|Drop|FileButton|PickPicture|SearchBox|Logo|MadeWith|Pager)|web\/(queries|useForm|trusted|edge|paint)|ui\/UiPage/.test(
    id,
  )
    ? 'first'
    : undefined

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
        rollupOptions: { input: 'src/shell/main.tsx', output: { manualChunks: first } },
        assetsInlineLimit: 0,
      },
}))
