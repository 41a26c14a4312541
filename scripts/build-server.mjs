import path from 'node:path'
import { root } from './run-command.mjs'

const contractSource = {
  name: 'contract-source',
  setup: (build) => {
    build.onResolve({ filter: /^@ulna\/contract\// }, ({ path: name }) => ({
      path: path.join(root, 'contract/src', `${name.slice('@ulna/contract/'.length)}.ts`),
    }))
  },
}

const { build } = await import('esbuild')

const sourceFile = (name) => path.join(root, `server/src/${name}.ts`)

const options = {
  outdir: path.join(root, 'server/dist'),
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  packages: 'external',
  plugins: [contractSource],
  sourcemap: true,
  logLevel: 'warning',
}

// Our own code in one file each, packages from node_modules: a start reads ten files instead of three hundred.
await build({
  ...options,
  entryPoints: [
    'main',
    'demo',
    'verify',
    'secret-lost',
    'export',
    'import',
    'backup',
    'restore',
    'distribute',
    'postgres-upgrade',
  ].map(sourceFile),
  chunkNames: 'chunk-[hash]',
})

// Programs that the server runs as processes of their own, which it finds beside itself (program-file.ts). They are built
// apart, so that none of them loads what is the server's.
await build({
  ...options,
  entryPoints: [
    'platform/identity/password-process',
    'platform/papers/paper-process/paper-process',
    'platform/pictures/picture-process',
    'features/imports/reading/workbook-process',
  ].map(sourceFile),
  chunkNames: 'program-[hash]',
})
