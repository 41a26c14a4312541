import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const apiOrigin = process.env.ULNA_API ?? 'http://127.0.0.1:3000'

const compressFile = async (file: string): Promise<void> => {
  const content = await readFile(file)
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

/** Leaves `.br` and `.gz` beside every asset, so that the server compresses nothing while it answers. */
const compressAssets = (): Plugin => {
  let assets = ''
  return {
    name: 'ulna-compress-assets',
    apply: 'build',
    configResolved: (config) => {
      assets = path.resolve(config.root, config.build.outDir, 'assets')
    },
    writeBundle: async () => {
      const names = await readdir(assets)
      const files = names.filter((name) => /\.(js|css|svg|ttf)$/.test(name))
      await Promise.all(files.map((name) => compressFile(path.join(assets, name))))
    },
  }
}

/** What an endpoint tells readers of the API document, who are no browsers. */
const summaryText = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|`[^`]*`)/g

/** Leaves the summaries of endpoints out of what browsers load. */
const withoutSummaries = (): Plugin => ({
  name: 'ulna-without-summaries',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/src\/[\w./-]+\.ts$/, code: /\bsummary:/ },
    handler: (code) => ({ code: code.replace(summaryText, "summary: ''"), map: null }),
  },
})

/** The files that stand on a way from one back to itself. */
const onCircles = (imports: ReadonlyMap<string, readonly string[]>): string[] => {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (imports.get(from) ?? []).some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, to, seen)
    })
  return [...imports.keys()].filter((file) => reaches(file, file))
}

/**
 * Refuses files that import each other in a circle: which of them runs first depends on the page somebody comes from,
 * and what runs too early finds parts of the other undefined.
 */
const refuseCircles = (): Plugin => ({
  name: 'ulna-refuse-circles',
  apply: 'build',
  generateBundle: (_, bundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const circles = onCircles(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (circles.length === 0) return
    throw new Error(
      `These files import each other in a circle, by the groups of web/vite.config.ts: ${circles.join(', ')}`,
    )
  },
})

/** The groups of texts that stand on every page and the list of the others, in one file a language. */
const everyPageTexts = (language: string): RegExp =>
  new RegExp(`/(locales/${language}/(buttons|common|error)\\.json|i18n/texts/${language}\\.ts)$`)

/** Nothing that other languages need too goes along. */
const textsOf = (language: string) => ({
  name: `texts-${language}`,
  test: everyPageTexts(language),
  priority: 30,
  includeDependenciesRecursively: false,
})

const basePackages =
  /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|ky|idb-keyval|zod|clsx|@tanstack\/(react-router|router-core|history|react-store|store)|@mantine\/core\/esm\/(core|components\/(Button|Loader|Transition|UnstyledButton))|@mantine\/hooks\/esm\/use-(isomorphic-effect|color-scheme|media-query|mutation-observer|did-update|reduced-motion))\//

/** Parts of those packages that the ways in do without. */
const basePackagesElsewhere =
  /\/(react-router\/dist\/esm\/useBlocker|esm\/core\/(utils\/(find-element-in-shadow-dom|close-on-escape|create-safe-context|get-size)|MantineProvider\/use-mantine-color-scheme|DirectionProvider))/
const isBasePackage = (id: string): boolean => basePackages.test(id) && !basePackagesElsewhere.test(id)

/** What every page loads, the ways in included. */
const ownBase =
  /\/web\/src\/(api\/(http|session)\/|i18n\/(?!dates\/|texts\/|time-zones)|ui\/(base\/(?!(FieldPair|FormActions|Hint|Row)\.)|icons\/(Icon|base-icons))|app\/(paths|shell-context)|features\/(consent\/third-parties|accounts\/entrance\/))/

/** What every way in is made of: sign-in, registration, recovery. */
const ownEntrance = /\/web\/src\/features\/accounts\/sign-in\//

/** What only pages behind the sign-in need, all of them. */
const appPackages =
  /\/node_modules\/(@tanstack\/(react-query|query-core)\/|@mantine\/core\/esm\/core\/MantineProvider\/use-mantine-color-scheme)/
const ownApp =
  /\/web\/src\/(api\/practice\/|i18n\/dates\/|ui\/((base|shell)\/|icons\/shell-icons|(ErrorBanner|fetch-ahead|IconButton|Optional|TextButton|VisuallyHidden)\.)|features\/(accounts\/signed-in|practices\/choice)\/)/

/** What every view of the agenda and its dialogs stand on; nobody else does, and views of their own stay apart. */
const agendaCore = /\/web\/src\/(blocks\/agenda-grid\/(grid|board)|features\/appointments\/agenda)\//

/** Small things the agenda shares with its dialogs and with pages beside it; nothing of the agenda itself is among what they import. */
const agendaParts =
  /\/(contract\/src\/schedules\/schedules\.rules|web\/src\/(ui\/icons\/agenda-icons|(blocks\/agenda-grid|features\/(appointments|schedules)|pages\/app\/calendar)\/parts\/[\w.-]+\.tsx?$))/

/** What Today, the agenda and files of patients show of visits. */
const visitParts = /\/(contract\/src\/appointments|web\/src\/ui\/(pills|icons\/visit-icons))/

/** Icons that agenda and patient files both show: a file each weighs more than all of them in one. */
const sharedIcons = /\/web\/src\/ui\/icons\/shared-icons/

/** How a patient's file looks, whichever of its parts comes when: one sheet is smaller than one a part. */
const fileStyles =
  /\/web\/src\/(pages\/app\/patient|features\/records(\/time-line|\/editor)?|blocks\/(record-summary|charts|record-form\/earlier))\/\w+\.module\.css/

/** The form of a record: files of patients and the preview of modules open it. Pickers and pairs stay apart. */
const recordForm = /\/web\/src\/blocks\/(record-form\/(form|numbers|fields|last-time)|pain-scale)\//

/** What the fields of forms are drawn with, behind the sign-in: a file each weighs more than all of them in one. */
/** What the file of a patient knows of records without asking the server. */
const recordRules =
  /\/contract\/src\/(record-class|records|drafts)\/(?!records\.print)[\w./-]+\.ts$|\/web\/src\/ui\/icons\/record-icons/

/** The field and the form of the short code: settings, hand-over and the question for it show them. */
const shortCode = /\/web\/src\/features\/accounts\/short-code\//

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutSummaries(), refuseCircles(), compressAssets()],
  // Texts are read whole: an export for each of their keys would only weigh.
  json: { namedExports: false },
  // The server puts a fresh nonce in place of the marker in every answer.
  html: { cspNonce: '%NONCE%' },
  server: {
    proxy: { '/api': { target: apiOrigin, changeOrigin: false } },
    fs: { allow: [path.resolve(import.meta.dirname, '..')] },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // Every browser of this target knows modulepreload, or does well without.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page loads anyway comes in few files instead of dozens.
            textsOf('es'),
            textsOf('en'),
            textsOf('it'),
            { name: 'base', test: isBasePackage, priority: 20 },
            // A group takes along what its modules import, unless a group before it has it.
            { name: 'own', test: ownBase, priority: 10 },
            { name: 'entrance', test: ownEntrance, priority: 9 },
            { name: 'app-base', test: appPackages, priority: 8 },
            { name: 'app', test: ownApp, priority: 6 },
            { name: 'visits', test: visitParts, priority: 5, includeDependenciesRecursively: false },
            { name: 'agenda-parts', test: agendaParts, priority: 5, includeDependenciesRecursively: false },
            { name: 'icons', test: sharedIcons, priority: 5, includeDependenciesRecursively: false },
            { name: 'file', test: fileStyles, priority: 5, includeDependenciesRecursively: false },
            { name: 'short-code', test: shortCode, priority: 5, includeDependenciesRecursively: false },
            { name: 'records', test: recordRules, priority: 5, includeDependenciesRecursively: false },
            { name: 'record-form', test: recordForm, priority: 5, includeDependenciesRecursively: false },
            // Two dozen small files for one page otherwise. What it imports stays where other pages find it.
            { name: 'agenda', test: agendaCore, priority: 4, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
