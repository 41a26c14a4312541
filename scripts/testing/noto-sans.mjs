import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root, runCommand } from '../run-command.mjs'
import { refreshPackages } from './system-packages.mjs'

const kept = path.join(root, 'node_modules/.cache/noto-sans')

/** Where Debian, Fedora and Arch install it, and where it is unpacked here. */
const places = [
  '/usr/share/fonts/truetype/noto',
  '/usr/share/fonts/google-noto',
  '/usr/share/fonts/noto',
  path.join(kept, 'usr/share/fonts/truetype/noto'),
]

const find = () =>
  places.find((place) =>
    ['Regular', 'Bold'].every((weight) => existsSync(path.join(place, `NotoSans-${weight}.ttf`))),
  )

const download = async () => {
  const ask = () => runCommand('apt-get', ['download', 'fonts-noto-core'], { quiet: true, directory: kept })
  if ((await ask()).code === 0) return
  await refreshPackages()
  await ask()
}

/** Unpacks it for us alone: with another typeface on the system, every test of this machine would measure other texts. */
const unpack = async () => {
  if (!existsSync('/usr/bin/apt-get')) return
  console.log('Fetching Noto Sans with apt-get…')
  await mkdir(kept, { recursive: true })
  await download()
  const file = (await readdir(kept)).find((name) => name.endsWith('.deb'))
  if (file) await runCommand('dpkg-deb', ['-x', file, '.'], { directory: kept })
}

/** Whatever is asked for, a page gets Noto Sans. */
const settingsFor = (place) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${place}</dir>
  <cachedir>${kept}/cache</cachedir>
  <match target="pattern">
    <edit name="family" mode="append" binding="strong"><string>Noto Sans</string></edit>
  </match>
</fontconfig>
`

/**
 * Fontconfig's settings (`FONTCONFIG_FILE`) for a browser that draws in Noto Sans alone, one of the typefaces of
 * web/src/ui/theme.ts; undefined where there is none. Debian has nothing else of them, and macOS asks no fontconfig.
 */
export const ensureNotoSans = async () => {
  if (process.platform !== 'linux') return undefined
  if (!find()) await unpack()
  const place = find()
  if (!place) return undefined
  await mkdir(kept, { recursive: true })
  const settings = path.join(kept, 'fonts.conf')
  await writeFile(settings, settingsFor(place))
  return settings
}
