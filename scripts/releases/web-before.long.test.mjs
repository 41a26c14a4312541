import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildChanged } from '../build.mjs'
import { root, runCommand } from '../run-command.mjs'
import { ensureChromium } from '../testing/chromium.mjs'
import { readPlaywrightCounts } from '../testing/test-report.mjs'

const patience = 2 * 3_600_000
const kept = path.join(root, 'server/test/releases')
/** The one whose backup was made afterwards (docs/decisions/0068-upgrades.md). */
const firstCommit = 'ae7936ef'

const run = async (file, args, options) => {
  const { code, output } = await runCommand(file, args, { quiet: true, ...options })
  if (code !== 0) throw new Error(`${file} ${args[0]} ended with ${code}: ${output.slice(-3000)}`)
  return output.trim()
}

/** Versions in their order; what a release left came with its commit. */
const releases = (await readdir(kept, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
const commitOf = (version) =>
  version === '0.1.0'
    ? firstCommit
    : run('git', [
        'log',
        '--diff-filter=A',
        '--format=%H',
        '-1',
        '--',
        path.join(kept, version, 'answers.json'),
      ])

/** Stories of a release that tell what has changed since on purpose: their titles, and why. */
const changedSince = async (version) => {
  const file = path.join(kept, version, 'changed-stories.json')
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {}
}

let scratch
beforeAll(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'ulna-web-before-'))
  await buildChanged(['server'])
}, patience)
afterAll(() => rm(scratch, { recursive: true, force: true }))

/** The sources of a release with its own packages, and its web app as it was built. */
const checkOut = async (version) => {
  const tree = path.join(scratch, version)
  await mkdir(tree)
  const archive = `git archive ${await commitOf(version)} | tar -x -C "$1"`
  await run('sh', ['-c', archive, 'archive', tree])
  await run('npm', ['ci', '--ignore-scripts'], { directory: tree })
  const build = ['node_modules/vite/bin/vite.js', 'build', 'web', '--config', 'web/vite.config.ts']
  await run(process.execPath, build, { directory: tree, env: { NODE_ENV: 'production' } })
  return tree
}

/** This server, which gives out the web app of the release; answers the program that starts it. */
const serveWebOf = async (tree, version) => {
  const server = path.join(scratch, `server-of-${version}`)
  await mkdir(path.join(server, 'server'), { recursive: true })
  await run('cp', ['-a', path.join(root, 'server/dist'), path.join(server, 'server/dist')])
  const ours = ['package.json', 'locales', 'modules', 'node_modules', 'contract', 'server/package.json']
  for (const name of [...ours, 'server/migrations', 'server/node_modules'])
    await symlink(path.join(root, name), path.join(server, name))
  await mkdir(path.join(server, 'web'))
  await symlink(path.join(tree, 'web/dist'), path.join(server, 'web/dist'))
  return path.join(server, 'server/dist/main.js')
}

/** Plays the stories of the release; what they start as its server is ours. */
const playStories = async (tree, program) => {
  await mkdir(path.join(tree, 'server/dist'), { recursive: true })
  await writeFile(path.join(tree, 'server/dist/package.json'), '{"type":"module"}')
  await writeFile(path.join(tree, 'server/dist/main.js'), `await import(${JSON.stringify(program)})\n`)
  const report = path.join(tree, 'stories.json')
  const config = ['--config', 'e2e/playwright.config.ts', '--reporter=json', '--retries=1']
  const { code } = await runCommand(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', ...config],
    {
      quiet: true,
      directory: tree,
      env: {
        CHROMIUM_PATH: await ensureChromium(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        TEST_TIER: '',
      },
    },
  )
  return readPlaywrightCounts(report, code)
}

describe.each(releases.slice(-2))('H10 the web app of %s, which somebody has open', (version) => {
  it(
    'works with the server of today: its stories end as they did, but those of what changed on purpose',
    async () => {
      const tree = await checkOut(version)
      const { passed, failures } = await playStories(tree, await serveWebOf(tree, version))
      console.log(JSON.stringify({ id: 'H10', version, passed, failed: failures.length }))
      const changed = Object.keys(await changedSince(version))
      expect(failures.filter((failure) => !changed.some((title) => failure.includes(title)))).toEqual([])
      expect(passed).toBeGreaterThan(100)
    },
    patience,
  )
})
