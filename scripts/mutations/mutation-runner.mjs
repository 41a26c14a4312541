import path from 'node:path'
import { createVitest } from 'vitest/node'

/**
 * Runs test files whenever `mutate.mjs` asks for it, one after the other until a test fails, in a process that starts
 * PostgreSQL and reads the sources once for many mutations. Vitest by itself begins with the longest file.
 */
const vitest = await createVitest('test', { watch: false, bail: 1, fileParallelism: false, reporters: [{}] })

const runFile = async (test) => {
  const found = await vitest.globTestSpecifications([test])
  const file = path.resolve(test)
  const own = found.filter(({ moduleId }) => moduleId === file)
  if (own.length === 0) throw new Error(`There is no test file ${test}`)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(own)
  const ran = testModules.find(({ moduleId }) => moduleId === file)
  if (ran?.ok() && unhandledErrors.length === 0) return { passed: true }
  const [failed] = ran?.children.allTests('failed') ?? []
  return { passed: false, by: failed?.fullName.replaceAll(' > ', ' ') ?? 'the file does not load', test }
}

const runUntilFailure = async ([test, ...rest]) => {
  if (test === undefined) return { passed: true }
  const result = await runFile(test)
  return result.passed ? runUntilFailure(rest) : result
}

process.on('message', async ({ changed, tests }) => {
  for (const file of changed) vitest.invalidateFile(path.resolve(file))
  process.send(await runUntilFailure(tests))
})
process.once('disconnect', async () => {
  await vitest.close()
  process.exit()
})
