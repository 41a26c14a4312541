import { existsSync } from 'node:fs'
import path from 'node:path'
import { installPackages } from './system-packages.mjs'

const places = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/usr/bin',
  '/opt/homebrew/bin',
  '/usr/local/bin',
]

const isThere = (program) => places.some((place) => place !== '' && existsSync(path.join(place, program)))

const hasPoppler = () => ['pdftotext', 'pdfsig', 'pdfinfo'].every(isThere)

/** Whether there are Poppler's programs, which read our PDFs as others do; installs them when there are none. */
export const ensurePoppler = async () => {
  if (hasPoppler()) return true
  await installPackages({ debian: ['poppler-utils'], brew: ['poppler'] })
  return hasPoppler()
}
