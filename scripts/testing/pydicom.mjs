import { runCommand } from '../run-command.mjs'
import { installPackages } from './system-packages.mjs'

const python = '/usr/bin/python3'

const hasPydicom = async () =>
  (await runCommand(python, ['-c', 'import pydicom, numpy, PIL, gdcm'], { quiet: true })).code === 0

/** Whether there is pydicom with its codecs and the files it tests itself with; installs them when there are none. */
export const ensurePydicom = async () => {
  if (await hasPydicom()) return true
  const debian = ['python3-pydicom', 'python3-numpy', 'python3-pil', 'python3-gdcm']
  await installPackages({ debian, brew: ['pydicom'] })
  return hasPydicom()
}
