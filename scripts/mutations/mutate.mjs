import { execFileSync, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../run-command.mjs'
import { equivalentMutations, mutationTargets } from './mutation-targets.mjs'
import { applyMutation, mutationsOf } from './mutations.mjs'

/**
 * Breaks every guard in turn and looks whether a test notices (promises.md C6). Each mutation is put into a copy of the
 * tree and the tests of its target run until the first failure. `npm run test:mutations [part of a file name]`. What was
 * noticed is kept in `node_modules/.cache` by the broken text, so that a run after a change tries what changed;
 * `ULNA_MUTATE_ALL=yes` tries everything again.
 */
const workers = 2
const only = process.argv[2]
const noticedFile = path.join(root, 'node_modules/.cache/ulna-mutations.json')
const noticed = new Map(
  existsSync(noticedFile) && process.env.ULNA_MUTATE_ALL !== 'yes'
    ? Object.entries(JSON.parse(readFileSync(noticedFile, 'utf8')))
    : [],
)

/** The same text broken the same way. */
const keyOf = (file, broken) => createHash('sha256').update(`${file}\n${broken}`).digest('hex')

const keepNoticed = (key, by) => {
  noticed.set(key, by)
  mkdirSync(path.dirname(noticedFile), { recursive: true })
  writeFileSync(noticedFile, JSON.stringify(Object.fromEntries(noticed)))
}

const copyTree = () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'ulna-mutations-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  for (const file of files.split('\n').filter((one) => one && existsSync(path.join(root, one)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    cpSync(path.join(root, file), path.join(copy, file))
  }
  // Packages are shared; ours are those of the copy.
  const modules = path.join(root, 'node_modules')
  mkdirSync(path.join(copy, 'node_modules', '@ulna'), { recursive: true })
  for (const name of readdirSync(modules).filter((one) => one !== '@ulna' && !one.startsWith('.')))
    symlinkSync(path.join(modules, name), path.join(copy, 'node_modules', name))
  for (const name of readdirSync(path.join(modules, '@ulna')))
    symlinkSync(path.join(copy, name), path.join(copy, 'node_modules', '@ulna', name))
  for (const workspace of ['server', 'web', 'contract', 'e2e', 'bench']) {
    const own = path.join(root, workspace, 'node_modules')
    if (existsSync(own)) symlinkSync(own, path.join(copy, workspace, 'node_modules'))
  }
  return copy
}

/** What the runner answers to a question; throws when it ends over it. */
const ask = (runner, question) =>
  new Promise((resolve, reject) => {
    const refuse = (code) => reject(new Error(`The runner of the tests ended with ${code}.`))
    runner.once('exit', refuse)
    runner.once('message', (answer) => {
      runner.off('exit', refuse)
      resolve(answer)
    })
    runner.send(question)
  })

/** A copy of the tree, and the process that runs tests in it. */
class Laboratory {
  copy = copyTree()
  /** Files that are not as the runner may have read them. */
  changed = new Set()
  runner = undefined

  start() {
    return fork('scripts/mutations/mutation-runner.mjs', {
      cwd: this.copy,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, CI: 'true', TEST_ROUTES: 'every' },
    })
  }

  /**
   * Whether all tests pass, asked one after the other until one fails. That one is the first to be asked the next time:
   * what notices a broken line notices its neighbours too.
   */
  async run(tests) {
    this.runner ??= this.start()
    const result = await ask(this.runner, { tests, changed: [...this.changed] })
    const at = tests.indexOf(result.test)
    if (at > 0) tests.unshift(...tests.splice(at, 1))
    return result
  }

  /** What a broken text makes of the tests. */
  async try({ file, tests, text, broken }) {
    const target = path.join(this.copy, file)
    // The database is made of the migrations when the runner starts.
    const isMigration = file.endsWith('.sql')
    if (isMigration) await this.stop()
    writeFileSync(target, broken)
    this.changed.add(file)
    const result = await this.run(tests)
    if (isMigration) await this.stop()
    writeFileSync(target, text)
    return result
  }

  async stop() {
    const { runner } = this
    if (!runner) return
    this.runner = undefined
    runner.disconnect()
    await once(runner, 'exit')
  }

  async close() {
    await this.stop()
    rmSync(this.copy, { recursive: true, force: true })
  }
}

const mutantsOf = (file, tests) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  return mutationsOf(file, text).map((mutation) => {
    const broken = applyMutation(text, mutation)
    return { file, tests, mutation, text, broken, key: keyOf(file, broken) }
  })
}

const listMutants = () =>
  mutationTargets.flatMap(({ files, tests }) => {
    const inOrder = [...tests]
    const chosen = files.filter((file) => only === undefined || file.includes(only))
    return chosen.flatMap((file) => mutantsOf(file, inOrder))
  })

const reasonOf = ({ file, mutation }) =>
  equivalentMutations.find((one) => one.file === file && mutation.what.includes(one.what))?.because

/** Tests that fail without any mutation would notice everything. */
const refuseBrokenTests = async (mutants) => {
  const untried = mutants.filter(({ key }) => !noticed.has(key))
  const tests = [...new Set(untried.flatMap((mutant) => mutant.tests))]
  if (tests.length === 0) return
  const laboratory = new Laboratory()
  const { passed, by } = await laboratory.run(tests)
  await laboratory.close()
  if (!passed) throw new Error(`Nothing was broken yet, and a test failed: ${by}`)
}

const tryMutant = async (laboratory, mutant) => {
  const { key } = mutant
  if (noticed.has(key)) return { passed: false, by: noticed.get(key) }
  const result = await laboratory.try(mutant)
  if (!result.passed) keepNoticed(key, result.by)
  return result
}

const line = ({ file, mutation, by, because, killed }) =>
  `| ${file}:${mutation.line} | ${mutation.what.replaceAll('|', '\\|').replaceAll('\n', ' ')} | ${killed ? by.replaceAll('|', '\\|') : `**survived**${because ? `: ${because}` : ''}`} |`

const report = (results) => {
  const counted = results.filter((one) => !one.because)
  const killed = counted.filter((one) => one.killed).length
  const byFile = [...new Set(results.map((one) => one.file))].map((file) => {
    const own = results.filter((one) => one.file === file)
    return `| ${file} | ${own.length} | ${own.filter((one) => one.killed).length} | ${own.filter((one) => one.because).length} |`
  })
  return `# Mutations of guards

Every guard, permission, comparison and row-level-security policy broken once; a test has to notice (promises.md C6).
Made by \`npm run test:mutations\`. ${killed} of ${counted.length} mutations that change what the product does were noticed${counted.length === results.length ? '' : `; those that change nothing (${results.length - counted.length}) say why`}.

| file | mutations | noticed | change nothing |
| --- | --- | --- | --- |
${byFile.join('\n')}

| place | what was broken | first test that failed |
| --- | --- | --- |
${results.map(line).join('\n')}
`
}

const main = async () => {
  const mutants = listMutants()
  await refuseBrokenTests(mutants)
  const waiting = mutants.map((mutant, index) => ({ ...mutant, index }))
  const results = []
  const work = async () => {
    const laboratory = new Laboratory()
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const because = reasonOf(next)
        const { passed, by } = await tryMutant(laboratory, next)
        results.push({ ...next, killed: !passed, by, because })
        console.log(
          `${results.length}/${mutants.length} ${passed ? 'SURVIVED' : 'killed'} ${next.file}:${next.mutation.line} ${next.mutation.what}`,
        )
      }
    } finally {
      await laboratory.close()
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  results.sort((a, b) => a.index - b.index)
  if (only === undefined) writeFileSync(path.join(root, 'docs/mutations.md'), report(results))
  const survived = results.filter((one) => !one.killed && !one.because)
  console.log(`${results.length - survived.length} passed, ${survived.length} failed`)
  process.exit(survived.length === 0 ? 0 : 1)
}

await main()
