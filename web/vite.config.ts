import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig } from 'vite'
import { asksAhead } from './build/ask-ahead.ts'
import { compressAssets } from './build/compress-assets.ts'
import { filesByPage } from './build/files-by-page.ts'
import { refuseCircles } from './build/refuse-circles.ts'
import { withoutSchemas } from './build/without-schemas.ts'

const apiOrigin = process.env.ULNA_API ?? 'http://127.0.0.1:3000'

/** What decides which modules there are, and what each needs. */
const app = (): InlineConfig => ({
  root: import.meta.dirname,
  plugins: [react(), withoutSchemas()],
  // Texts are read whole: an export for each of their keys would only weigh.
  json: { namedExports: false },
  // The server puts a fresh nonce in place of the marker in every answer.
  html: { cspNonce: '%NONCE%' },
  build: {
    target: 'es2022',
    // Every browser of this target knows modulepreload, or does well without.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    // Schemas that nobody asks are not made.
    rolldownOptions: { treeshake: { manualPureFunctions: ['z', 'endpoint'] } },
  },
})

const built = async (): Promise<InlineConfig> => {
  const { plugins, build, ...config } = app()
  const files = await filesByPage(app())
  return {
    ...config,
    plugins: [plugins, refuseCircles(), asksAhead(), compressAssets()],
    build: {
      ...build,
      outDir: 'dist',
      manifest: true,
      rolldownOptions: {
        ...build?.rolldownOptions,
        output: {
          codeSplitting: {
            groups: [
              {
                debugName: 'by page',
                name: (module) => files.get(module) ?? null,
                test: (module) => files.has(module),
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
  }
}

const served = (): InlineConfig => ({
  ...app(),
  server: {
    proxy: { '/api': { target: apiOrigin, changeOrigin: false } },
    fs: { allow: [path.resolve(import.meta.dirname, '..')] },
  },
})

export default defineConfig(({ command }) => (command === 'build' ? built() : served()))
