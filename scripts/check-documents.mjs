// Fails when a document that is named does not exist, or docs/promises.md is not about the tests of today.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { heldPromises, promiseFaults, withHolders } from './promises.mjs'

const root = path.resolve(import.meta.dirname, '..')
const promises = path.join(root, 'docs/promises.md')
const held = await heldPromises(root)
if (process.argv.includes('--write'))
  await writeFile(promises, withHolders(await readFile(promises, 'utf8'), held))

const faults = promiseFaults(await readFile(promises, 'utf8'), held)
for (const fault of faults) console.log(fault)
process.exit(faults.length === 0 ? 0 : 1)
