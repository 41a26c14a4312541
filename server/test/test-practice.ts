import { afterAll } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions } from './build-test-app.ts'
import { registerOwner, type TestPerson } from './factories/people.ts'

interface TestServerOptions extends TestAppOptions {
  /** For a file that looks at the whole installation: its log, its mails, its due jobs, counts over all practices. */
  readonly alone?: boolean
}

type TestPracticeOptions = TestServerOptions & Parameters<typeof registerOwner>[1]

let shared: Promise<TestApp> | undefined

/**
 * The server of a test file, to be asked for at its top. Files of one process share one, for Vitest does not isolate
 * them: it ends with the process, and its database with the run. A file that is alone, or has options, gets a server
 * and a database of its own, which end with the file.
 */
export const testServer = async ({ alone, ...options }: TestServerOptions = {}): Promise<TestApp> => {
  if (!alone && Object.keys(options).length === 0) {
    shared ??= buildTestApp()
    return shared
  }
  const app = await buildTestApp(options)
  afterAll(() => app.close())
  return app
}

/** A server as `testServer` gives it, and the owner of a practice on it that no other file knows. */
export const testPractice = async ({
  firstName,
  lastName,
  timezone,
  ...options
}: TestPracticeOptions = {}): Promise<{ app: TestApp; owner: TestPerson }> => {
  const app = await testServer(options)
  const told = Object.entries({ firstName, lastName, timezone }).filter(([, value]) => value !== undefined)
  return { app, owner: await registerOwner(app, Object.fromEntries(told)) }
}
