import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '../run-command.mjs'

/** The file that `npm run assemble` leaves in a tree: the version that stands there. */
export const assembledFile = '.assembled'

/** Whether this is a tree that was built elsewhere: nothing of it is installed, built or written any more. */
export const isAssembled = existsSync(path.join(root, assembledFile))
