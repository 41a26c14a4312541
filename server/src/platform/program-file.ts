import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The file of a program that runs as a process of its own: in the source it is `source`, as seen from the module, which
 * Node runs as it is; in the build it stands beside the bundle (scripts/build-server.mjs).
 */
export const programFile = (moduleUrl: string, source: `./${string}.ts` | `../${string}.ts`): string => {
  const isSource = moduleUrl.endsWith('.ts')
  return fileURLToPath(new URL(isSource ? source : `${path.basename(source, '.ts')}.js`, moduleUrl))
}
