import { existsSync } from 'node:fs'

const usual = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Browsers do not download here: Debian's Chromium, found by scripts/testing/chromium.mjs or at its usual place. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? usual.find((file) => existsSync(file)) ?? 'chromium'

/** What a browser without a window, a network of its own and anybody to update it for needs. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
