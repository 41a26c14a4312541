import { existsSync } from 'node:fs'

const usual = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Browsers do not download here: Debian's Chromium, found by scripts/testing/chromium.mjs or at its usual place. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? usual.find((file) => existsSync(file)) ?? 'chromium'
