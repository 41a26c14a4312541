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
const { existsSync } = await import('node:fs')
const entryPoints = ['main', 'demo', 'verify', 'secret-lost']
  .map((name) => path.join(root, `server/src/${name}.ts`))
  .filter((file) => existsSync(file))

// Our own code in one file each, packages from node_modules: a start reads ten files instead of three hundred.
await build({
  entryPoints,
  outdir: path.join(root, 'server/dist'),
  bundle: true,
  splitting: true,
  chunkNames: 'chunk-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  packages: 'external',
  plugins: [contractSource],
  sourcemap: true,
  logLevel: 'warning',
})

// Run as processes of their own; they stand beside the bundle as they stand beside their source.
const { copyFile, cp } = await import('node:fs/promises')
for (const name of [
  'pictures/picture-process.mjs',
  'pictures/heic-picture.mjs',
  'identity/password-process.mjs',
]) {
  await copyFile(
    path.join(root, 'server/src/platform', name),
    path.join(root, 'server/dist', path.basename(name)),
  )
}
for (const name of ['papers/paper-process', 'pictures/dicom-picture'])
  await cp(
    path.join(root, 'server/src/platform', name),
    path.join(root, 'server/dist', path.basename(name)),
    {
      recursive: true,
      filter: (source) => !source.endsWith('.ts') && !source.endsWith('.mts'),
    },
  )
