import { buildChanged } from '../build.mjs'
import { installDependencies } from '../install.mjs'
import { giveUp, runTool } from '../run-command.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureNotoSans } from './noto-sans.mjs'

// Takes the pictures of the home page from the demo practice, as the product looks now; see e2e/home.shots.ts.
await installDependencies()
await buildChanged()
const chromium = await ensureChromium()
if (!chromium) giveUp('There is no Chromium on this machine and none could be installed: set CHROMIUM_PATH.')
const typeface = await ensureNotoSans()
if (!typeface)
  giveUp(
    'The pictures are drawn in Noto Sans, by Linux: install it (on Debian fonts-noto-core) and try again.',
  )
const { code } = await runTool(
  '@playwright/test/cli.js',
  ['test', '--config', 'e2e/screenshots.config.ts', '--reporter=list'],
  { env: { CHROMIUM_PATH: chromium, FONTCONFIG_FILE: typeface } },
)
process.exit(code)
