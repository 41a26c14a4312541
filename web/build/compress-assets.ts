import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressFile = async (file: string): Promise<void> => {
  const content = await readFile(file)
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

/** Leaves `.br` and `.gz` beside every asset, so that the server compresses nothing while it answers. */
export const compressAssets = (): Plugin => {
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
