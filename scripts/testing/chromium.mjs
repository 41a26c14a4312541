import { existsSync } from 'node:fs'
import { installPackages } from './system-packages.mjs'

// The one without windows first: it is the same browser, and a story takes a quarter less of the processor with it.
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
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
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (await installPackages({ debian: [name], brew: ['--cask', 'chromium'] })) break
  return find()
}
