import { existsSync } from 'node:fs'
import { installPackages } from './system-packages.mjs'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const find = () => [process.env.CHROMIUM_PATH, ...usualPlaces].find((file) => file && existsSync(file))

/** Path of a Chromium for the browser tests, installed from the system's packages when there is none. */
export const ensureChromium = async () => {
  const found = find()
  if (found) return found
  await installPackages({ debian: ['chromium'], brew: ['--cask', 'chromium'] })
  return find()
}
