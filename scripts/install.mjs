import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isAssembled } from './deploying/assembled.mjs'
import { isSuitable, leastLine } from './node/suitable-node.mjs'
import { giveUp, root, runCommand } from './run-command.mjs'

const refuseOtherNode = () => {
  const { node } = process.versions
  if (isSuitable(node)) return
  giveUp(
    `This is Node ${node}: the commands of npm (\`npm start\`, \`npm test\`), or \`sh scripts/run.sh\` before a program, bring Node ${leastLine}.`,
  )
}

const readPackages = async (file) => {
  try {
    return JSON.parse(await readFile(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Packages for other machines are in the lockfile and not in node_modules. */
const isExpected = ([location, entry]) => location.includes('node_modules/') && !entry.link && !entry.optional

/** Compares what npm says it installed with the lockfile. */
const isInstalled = async () => {
  const [wanted, installed] = await Promise.all([
    readPackages('package-lock.json'),
    readPackages('node_modules/.package-lock.json'),
  ])
  if (!wanted || !installed) return false
  return Object.entries(wanted)
    .filter(isExpected)
    .every(([location, { version }]) => installed[location]?.version === version)
}

/** Installs exactly what the lockfile says, if that is not what is there. An assembled tree has what it runs with. */
export const installDependencies = async () => {
  refuseOtherNode()
  if (isAssembled) return
  if (await isInstalled()) return
  console.log('Installing dependencies…')
  // Which Node it is was looked at; an older npm does, such as that of Debian 13, which a tool for checks asks newer.
  const { code } = await runCommand('npm', [
    'ci',
    '--no-engine-strict',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0) giveUp('The dependencies could not be installed: see the lines above.')
}
