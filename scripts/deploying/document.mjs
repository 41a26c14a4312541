import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../run-command.mjs'

/** What somebody types who follows docs/deploying.md: its blocks under a heading of it, one after the other. */
export const typedUnder = async (heading) => {
  const text = await readFile(path.join(root, 'docs/deploying.md'), 'utf8')
  const [, section = ''] = text.split(`\n${heading}\n`)
  const [own] = section.split(/\n#+ /)
  return [...own.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines]) => lines)
}
