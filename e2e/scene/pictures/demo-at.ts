import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { APIRequestContext, Page } from '@playwright/test'
import type { DemoPractice } from '../demo.ts'
import { createDataDirectory, startUlna, type UlnaServer } from '../ulna-server.ts'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = path.resolve(here, '../../..')

/** What `npm run demo` prints of the owner: name, role, user name and password, in columns. */
const ownerIn = (printed: string): { username: string; password: string } => {
  const columns = printed.split('\n').map((line) => line.trim().split(/ {3,}/))
  const [, , username, password] = columns.find(([, role]) => role === 'owner') ?? []
  if (!username || !password) throw new Error(`the demo names no owner: ${printed}`)
  return { username, password }
}

/** Fills an installation as if it were another time, on which it depends what has become of the day's visits. */
const loadAt = async (
  dataDirectory: string,
  time: string,
): Promise<{ username: string; password: string }> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', path.join(here, 'clock-from.ts'), path.join(root, 'server/dist/demo.js')],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDirectory, CLOCK_FROM: time },
    },
  )
  return ownerIn(stdout)
}

export interface RunningDemo {
  readonly demo: DemoPractice
  readonly stop: () => Promise<void>
}

const signIn = async (
  server: UlnaServer,
  request: APIRequestContext,
  data: { username: string; password: string },
): Promise<DemoPractice> => {
  const answer = await request.post(`${server.url}/api/auth/login`, { data })
  const { metadata } = (await answer.json()) as { metadata: { token: string } }
  return { url: server.url, ...data, token: metadata.token }
}

/** A server of the demo practice as it is at this time of day (ISO), whatever hour it is. */
export const startDemoAt = async (request: APIRequestContext, time: string): Promise<RunningDemo> => {
  const data = await createDataDirectory()
  const owner = await loadAt(data.directory, time)
  const server = await startUlna(data.directory)
  const stop = async (): Promise<void> => {
    await server.stop()
    await data.remove()
  }
  return { demo: await signIn(server, request, owner), stop }
}

/**
 * It is this time on the page: its clock stands, answers do not say that the server has another, and a draft was saved
 * then too.
 */
export const freezePageAt = async (page: Page, time: string): Promise<void> => {
  await page.clock.setFixedTime(time)
  await page.route('**/api/draft/**', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/"updatedAt":"[^"]*"/g, `"updatedAt":"${time}"`)
    await route.fulfill({ response, body })
  })
  await page.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === 'date' ? null : get.call(this, name)
    }
  })
}
