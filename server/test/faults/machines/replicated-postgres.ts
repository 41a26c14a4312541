import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseServerAccount } from '../../../src/platform/embedded-postgres/server-account.ts'
import { freePort } from './program.ts'

const run = promisify(execFile)

/** Programs of the newest PostgreSQL of this system, which Debian keeps in a folder of their own. */
const programs = async (): Promise<string> => {
  const majors = (await readdir('/usr/lib/postgresql').catch(() => [])).sort((a, b) => Number(b) - Number(a))
  const found = majors
    .map((major) => `/usr/lib/postgresql/${major}/bin`)
    .find((one) => existsSync(`${one}/pg_basebackup`))
  if (found === undefined) throw new Error('there is no PostgreSQL of the system: apt install postgresql')
  return found
}

/** A PostgreSQL of the system at a port, as an operator starts, promotes and loses it. */
export class Server {
  readonly port: number
  private readonly folder: string
  private readonly bin: string
  private readonly account: { uid?: number; gid?: number }

  private constructor(folder: string, port: number, bin: string, account: { uid?: number; gid?: number }) {
    this.folder = folder
    this.port = port
    this.bin = bin
    this.account = account
  }

  /** A primary whose commits wait for the standby called `second`. */
  static async createPrimary(folder: string): Promise<Server> {
    await mkdir(folder)
    const account: { uid?: number; gid?: number } = (await chooseServerAccount(folder)) ?? {}
    const server = new Server(folder, await freePort(), await programs(), account)
    if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? 0)
    await server.run(
      'initdb',
      '-D',
      folder,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    )
    await server.configure(
      `port = ${server.port}`,
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
    )
    await server.start()
    return server
  }

  /** A standby of it that has everything and follows. */
  async createStandby(folder: string): Promise<Server> {
    await mkdir(folder, { mode: 0o700 })
    if (this.account.uid !== undefined) await chown(folder, this.account.uid, this.account.gid ?? 0)
    const standby = new Server(folder, await freePort(), this.bin, this.account)
    const from = `host=127.0.0.1 port=${this.port} user=postgres application_name=second`
    await standby.run('pg_basebackup', '-D', folder, '-R', '-X', 'stream', '-c', 'fast', '-d', from)
    // What it waits for itself once it is the primary: for nobody.
    await standby.configure(`port = ${standby.port}`, "synchronous_standby_names = ''")
    await standby.start()
    return standby
  }

  /** From now on nothing is acknowledged that the standby does not have. */
  async waitForStandby(): Promise<void> {
    await this.configure("synchronous_standby_names = 'second'")
    await this.run('pg_ctl', '-D', this.folder, 'reload')
    const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'"
    while ((await this.ask(isSynchronous)).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
  }

  start(): Promise<void> {
    return this.run(
      'pg_ctl',
      '-D',
      this.folder,
      '-w',
      '-t',
      '60',
      '-l',
      path.join(this.folder, 'log'),
      'start',
    )
  }

  promote(): Promise<void> {
    return this.run('pg_ctl', '-D', this.folder, '-w', '-t', '60', 'promote')
  }

  /** As a machine is lost: nobody says goodbye. */
  async lose(): Promise<void> {
    await this.run('pg_ctl', '-D', this.folder, '-m', 'immediate', 'stop')
  }

  async remove(): Promise<void> {
    await this.lose().catch(() => undefined)
  }

  async ask(statement: string, database = 'postgres'): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user: 'postgres', database })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  private configure(...lines: readonly string[]): Promise<void> {
    return appendFile(path.join(this.folder, 'postgresql.conf'), `\n${lines.join('\n')}\n`)
  }

  private async run(program: string, ...args: readonly string[]): Promise<void> {
    await run(path.join(this.bin, program), args, { ...this.account, cwd: '/' })
  }
}
