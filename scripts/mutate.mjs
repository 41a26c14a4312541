import { execFileSync, spawn } from 'node:child_process'
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
import { equivalentMutations, mutationTargets } from './mutation-targets.mjs'
import { applyMutation, mutationsOf } from './mutations.mjs'
import { root } from './run-command.mjs'

/**
 * Breaks every guard in turn and looks whether a test notices (reliability C6). Each mutation is put into a copy of the
 * tree and the tests of its target run until the first failure. `npm run test:mutations [part of a file name]`.
 */
const workers = 2
const only = process.argv[2]

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

/** Whether all tests pass in a copy; stops at the first that fails. */
const runTests = (copy, tests) =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        path.join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--bail=1',
        '--reporter=json',
        '--maxWorkers=1',
        ...tests,
      ],
      { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CI: 'true' } },
    )
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', () => undefined)
    child.once('close', (code) => {
      const failed = /"fullName":"((?:[^"\\]|\\.)*)","status":"failed"/.exec(output)?.[1]
      resolve({ passed: code === 0, by: failed ?? 'the file does not load' })
    })
  })

const listMutants = () =>
  mutationTargets.flatMap(({ files, tests }) =>
    files
      .filter((file) => only === undefined || file.includes(only))
      .flatMap((file) =>
        mutationsOf(file, readFileSync(path.join(root, file), 'utf8')).map((mutation) => ({
          file,
          tests,
          mutation,
        })),
      ),
  )

const reasonOf = ({ file, mutation }) =>
  equivalentMutations.find((one) => one.file === file && mutation.what.includes(one.what))?.because

/** Tests that fail without any mutation would notice everything. */
const refuseBrokenTests = async (mutants) => {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
  const copy = copyTree()
  const { passed, by } = await runTests(copy, tests)
  rmSync(copy, { recursive: true, force: true })
  if (!passed) throw new Error(`Nothing was broken yet, and a test failed: ${by}`)
}

const tryMutant = async (copy, { file, tests, mutation }) => {
  const target = path.join(copy, file)
  const text = readFileSync(path.join(root, file), 'utf8')
  writeFileSync(target, applyMutation(text, mutation))
  const result = await runTests(copy, tests)
  writeFileSync(target, text)
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

Every guard, permission, comparison and row-level-security policy broken once; a test has to notice (reliability C6).
Made by \`npm run test:mutations\`. ${killed} of ${counted.length} mutations that change what the product does were noticed${counted.length === results.length ? '' : `; ${results.length - counted.length} more change nothing, for the reason given`}.

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
    const copy = copyTree()
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const because = reasonOf(next)
        const { passed, by } = await tryMutant(copy, next)
        results.push({ ...next, killed: !passed, by, because })
        console.log(
          `${results.length}/${mutants.length} ${passed ? 'SURVIVED' : 'killed'} ${next.file}:${next.mutation.line} ${next.mutation.what}`,
        )
      }
    } finally {
      rmSync(copy, { recursive: true, force: true })
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
