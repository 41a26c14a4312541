import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../run-command.mjs'
import { commands } from './assemble.mjs'

describe('the commands of an assembled Ulna', () => {
  let tree
  const ulna = (...args) => spawnSync(path.join(tree, 'bin/ulna'), args, { encoding: 'utf8' })

  /** A tree whose Node says what it would run. */
  beforeAll(async () => {
    tree = await mkdtemp(path.join(os.tmpdir(), 'ulna-commands-'))
    await mkdir(path.join(tree, 'bin'))
    await mkdir(path.join(tree, 'node/bin'), { recursive: true })
    await copyFile(path.join(root, 'deploy/ulna.sh'), path.join(tree, 'bin/ulna'))
    await writeFile(path.join(tree, 'node/bin/node'), '#!/bin/sh\necho "$@"\n')
    for (const file of ['bin/ulna', 'node/bin/node']) await chmod(path.join(tree, file), 0o755)
  })

  afterAll(() => rm(tree, { recursive: true }))

  it('are all programs of the server that npm runs', async () => {
    const scripts = (await readdir(path.join(root, 'scripts'))).filter((name) => name.endsWith('.mjs'))
    const ofServer = []
    for (const name of scripts)
      if (/^await runServerEntry\(/m.test(await readFile(path.join(root, 'scripts', name), 'utf8')))
        ofServer.push(path.basename(name, '.mjs'))
    expect(commands).toEqual(ofServer.sort())
  })

  it('are run with what was said behind them', () => {
    const said = commands.map((name) => ulna(name, 'one', 'and two').stdout.trim())
    expect(said).toEqual(commands.map((name) => expect.stringMatching(`/scripts/${name}.mjs one and two$`)))
  })

  it('are told to whoever names none, or another', () => {
    for (const args of [[], ['distributed'], ['backup verify'], ['']]) {
      const { status, stderr } = ulna(...args)
      expect([status, stderr.trim()]).toEqual([2, `usage: ulna <command>, one of: ${commands.join(' ')}`])
    }
  })
})
