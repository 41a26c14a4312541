import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'

/** The header that names the build of the web app that this process gives out. */
const buildHeader = 'ulna-build'

/** Every build names its scripts anew, so its page is another one. */
const nameOf = (page: Buffer): string => createHash('sha256').update(page).digest('base64url').slice(0, 10)

/**
 * Every answer says which build of the web app is given out here: a page of another one hears of it without having missed
 * a part (decision 0068). Before the routes, which take over the hooks there are.
 */
export const tellWebBuild = async (app: FastifyInstance, directory: string): Promise<void> => {
  const file = path.join(directory, 'index.html')
  if (!existsSync(file)) return
  const build = nameOf(await readFile(file))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header(buildHeader, build)
    done()
  })
}
