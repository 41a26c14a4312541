// Fails when a document, section, promise or decision that is named does not exist, or when docs/promises.md is not
// about the tests of today.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { documentFaults } from './documents.mjs'
import { heldPromises, promiseFaults, withHolders } from './promises.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const promises = path.join(root, 'docs/promises.md')
const held = await heldPromises(root)
if (process.argv.includes('--write'))
  await writeFile(promises, withHolders(await readFile(promises, 'utf8'), held))

const named = await documentFaults(root)
const faults = [...promiseFaults(await readFile(promises, 'utf8'), held), ...named.faults]
for (const fault of faults) console.log(fault)
console.log(
  Object.entries({ ...named.counts, 'promises held': held.size })
    .map(([what, n]) => `${n} ${what}`)
    .join(', '),
)
process.exit(faults.length === 0 ? 0 : 1)
