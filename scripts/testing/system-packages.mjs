import { existsSync } from 'node:fs'
import { runCommand } from '../run-command.mjs'

/** Runs a program as root, or as somebody whom sudo asks no password. */
const asRoot = (file, args) =>
  process.getuid() === 0
    ? runCommand(file, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    : runCommand('sudo', ['-n', file, ...args])

/** Reads anew which packages there are, on Debian. */
export const refreshPackages = () => asRoot('apt-get', ['update', '-qq'])

/** Installs packages through the system's own package manager; answers whether that worked. */
export const installPackages = async ({ debian, brew }) => {
  if (existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${debian.join(', ')} with apt-get…`)
    await refreshPackages()
    const { code } = await asRoot('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...debian])
    return code === 0
  }
  if (process.platform !== 'darwin') return false
  console.log(`Installing ${brew.at(-1)} with Homebrew…`)
  const { code } = await runCommand('brew', ['install', ...brew])
  return code === 0
}
