import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { owner } from '../../../src/demo-practice/plan/staff.ts'
import { type Request, sendRequest } from '../http-call.ts'
import type { OwnDatabase } from '../own-database.ts'
import { ServerProcess } from '../server-process.ts'
import { sizes } from '../sizes.ts'

export interface OwnerExport {
  readonly id: number
  readonly state: string
  readonly size: number | null
  readonly sha256: string | null
}

export interface NotedExport {
  /** It was read back, or nobody will. */
  readonly isOver: boolean
  readonly isVerified: boolean
  /** Rows of the trail that say that somebody asked for it. */
  readonly asked: number
}

/** The owner of the demo, who asks a real server for archives on the page. */
export class ExportingOwner {
  readonly server: ServerProcess
  private readonly data: string
  private readonly database: OwnDatabase
  private token: string | undefined

  constructor(database: OwnDatabase, variables: Readonly<Record<string, string>> & { DATA_DIR: string }) {
    this.server = new ServerProcess(variables)
    this.data = variables.DATA_DIR
    this.database = database
  }

  /** Signs in anew where that is asked for: what proves who they are is fresh then. */
  private async call<T>(request: Request): Promise<T> {
    const { baseUrl } = this.server
    const reply = await sendRequest(baseUrl, this.token, request)
    if (reply.status === 401) {
      const { username, password } = owner
      const body = { username, password }
      const signedIn = await sendRequest(baseUrl, undefined, { method: 'POST', path: '/auth/login', body })
      expect(signedIn.status, signedIn.error).toBe(200)
      this.token = String(signedIn.metadata.token)
      return this.call(request)
    }
    expect(reply.status, `${request.method} ${request.path} ${reply.error}`).toBeLessThan(300)
    return reply.payload as T
  }

  /** Until the pictures that the demo brought are looked through: the practice stays as it is from then on. */
  untilQuiet(): Promise<void> {
    const patience = { timeout: sizes.patienceMs, interval: 100 }
    const processing = async (): Promise<number> => {
      const { rows } = await sql`select 1 from files where state = 'processing'`.execute(
        this.database.pool.queries,
      )
      return rows.length
    }
    return expect.poll(processing, patience).toBe(0)
  }

  ask(): Promise<OwnerExport> {
    return this.call({ method: 'POST', path: '/practice/export', body: {} })
  }

  async find(id: number): Promise<OwnerExport> {
    const all = await this.call<OwnerExport[]>({ method: 'GET', path: '/practice/export' })
    const found = all.find((one) => one.id === id)
    if (!found) throw new Error('the export is not there')
    return found
  }

  async remove(id: number): Promise<void> {
    await this.call({ method: 'DELETE', path: `/practice/export/${id}` })
  }

  async noted(id: number): Promise<NotedExport> {
    const { rows } = await sql<NotedExport>`
      select e.state not in ('waiting', 'running') and (e.state <> 'ready' or e.verified_at is not null) as "isOver",
        e.verified_at is not null as "isVerified",
        (select count(*)::int from audit_events a where a.practice_id = e.practice_id and a.subject_id = e.id
          and a.action = 'practice.export_asked') as asked
      from practice_exports e where e.id = ${id}`.execute(this.database.pool.queries)
    const [noted] = rows
    if (!noted) throw new Error('the export is not noted')
    return noted
  }

  untilOver(id: number): Promise<void> {
    const patience = { timeout: sizes.patienceMs, interval: 50 }
    return expect.poll(async () => (await this.noted(id)).isOver, patience).toBe(true)
  }

  /** What a killed process was at is anybody's again, and such jobs are due, for which some time would have to pass. */
  async passTheTime(...jobs: readonly string[]): Promise<void> {
    await sql`
      update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()
      where task_id in (select id from graphile_worker._private_tasks
        where identifier = any(${jobs.map((name) => `practice_moves.${name}`)}))`.execute(
      this.database.pool.queries,
    )
    await sql`update practice_exports set touched_at = now() - interval '3 minutes'`.execute(
      this.database.pool.queries,
    )
  }

  /** Fetches an archive by its link and lays it down: what came is what the server says of it. */
  async fetch(id: number, target: string): Promise<void> {
    const { size, sha256 } = await this.find(id)
    const { url } = await this.call<{ url: string }>({ method: 'POST', path: `/practice/export/${id}/link` })
    const bytes = Buffer.from(await (await fetch(`${this.server.baseUrl}${url}`)).arrayBuffer())
    expect(bytes.length).toBe(size)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    await writeFile(target, bytes)
  }

  /** Archives that lie in the store, and what is being put together of some. */
  async lyingAround(): Promise<string[]> {
    const all = await readdir(this.data, { recursive: true })
    return all.filter((name) => /\/exports\/|^leaving\/\d+\//.test(name.split(path.sep).join('/')))
  }
}
