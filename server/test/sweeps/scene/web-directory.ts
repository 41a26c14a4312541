import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createScratchDirectory } from '../../scratch-directory.ts'

export interface WebDirectory {
  /** The folder, with what the build of the web app leaves there. */
  readonly directory: string
  /** What stands in the files next to it that nobody may ever be served. */
  readonly sentinel: string
  remove(): Promise<void>
}

const page =
  '<!doctype html><html lang="es"><head><title>Ulna</title><meta name="ulna-settings" content="%SETTINGS%">' +
  '<script nonce="%NONCE%" src="/assets/app.js"></script></head><body></body></html>'

/** A small built web app with secrets all around it. */
export const createWebDirectory = async (): Promise<WebDirectory> => {
  const scratch = await createScratchDirectory()
  const sentinel = 'sentinel-outside-of-the-web-directory'
  const directory = path.join(scratch.directory, 'dist')
  await mkdir(path.join(directory, 'assets'), { recursive: true })
  const files: Readonly<Record<string, string>> = {
    'dist/index.html': page,
    'dist/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'dist/assets/app.js': 'document.title = "Ulna"',
    'dist/assets/app.css': 'body { margin: 0 }\n'.repeat(100),
    'dist/assets/.hidden': sentinel,
    'dist/not-listed.txt': sentinel,
    'sentinel.txt': sentinel,
    'app-secret': sentinel,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(scratch.directory, name), text)
  return { directory, sentinel, remove: scratch.remove }
}
