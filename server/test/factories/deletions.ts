import path from 'node:path'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import {
  type DeletionStand,
  type PracticeDeletion,
  practiceDeletionEndpoints,
} from '@ulna/contract/practice-deletions/practice-deletions'
import { practiceMoveEndpoints } from '@ulna/contract/practice-moves/practice-moves'
import { sql } from 'kysely'
import { carryOut } from '../../src/features/practice-deletions/practice-deletions.carry-out.service.ts'
import type { DeletionDependencies } from '../../src/features/practice-deletions/practice-deletions.dependencies.ts'
import { deleteSlice } from '../../src/features/practice-deletions/practice-deletions.destroy.repository.ts'
import { transaction } from '../../src/platform/database/database.ts'
import { localFileStore } from '../../src/platform/files/file-store.local.ts'
import { outboxMailer } from '../../src/platform/mail/outbox-mailer.ts'
import { deriveKey, deriveKeys } from '../../src/platform/tokens.ts'
import { type TestApp, testSecret } from '../build-test-app.ts'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { mintToken } from '../sweeps/scene/minted-session.ts'
import type { TestPerson } from './people.ts'

export const keeperInput = {
  keeperName: 'Custodia Clínica S. L.',
  keeperAddress: 'Calle Mayor 1, Bilbao',
  keeperContact: 'archivo@custodia.test',
}

/** What destroys, on the database and folders of a test server. */
export const dependenciesOf = (app: TestApp): DeletionDependencies => ({
  db: app.db,
  files: localFileStore(app.filesDirectory),
  mailer: outboxMailer({ directory: app.outbox, from: 'Ulna <ulna@server.test>', log: () => undefined }),
  appUrl: () => 'http://localhost:3000',
  signingKeys: deriveKey(testSecret, 'keys that papers are signed with'),
  workDirectory: path.join(path.dirname(app.outbox), 'leaving'),
  backupKeepDays: async () => 366,
  list: { path: app.erasuresFile, keys: deriveKeys([testSecret], 'list of erasures') },
})

class Killed extends Error {}

const killed = (): never => {
  throw new Killed('killed')
}

/** Dependencies of which one part kills whoever uses it. */
const killersOf = (all: DeletionDependencies): readonly DeletionDependencies[] => [
  { ...all, files: { ...all.files, parts: { ...all.files.parts, abort: async () => killed() } } },
  { ...all, mailer: { ...all.mailer, forget: async () => killed() } },
  { ...all, files: { ...all.files, removeFolder: async () => killed() } },
  { ...all, appUrl: killed },
  {
    ...all,
    list: { path: path.join(all.workDirectory, 'no', 'folder'), keys: deriveKeys([testSecret], 'x') },
  },
]

/** Deletions of a practice by one of its owners. */
export const deletionsOf = (app: TestApp, by: TestPerson) => {
  const ask = async (name: keyof typeof practiceDeletionEndpoints, body?: object): Promise<TestAnswer> =>
    callEndpoint(app, practiceDeletionEndpoints[name] as EndpointShape, {
      token: await mintToken(app, by),
      ...(body && { body }),
    })
  const stand = async (): Promise<DeletionStand> => (await ask('stand')).payload as DeletionStand
  const request = async (more: object = {}): Promise<TestAnswer> =>
    ask('ask', { name: (await stand()).practiceName, ...more })
  const run = (statement: ReturnType<typeof sql>) => statement.execute(app.owner.queries)
  return {
    ask,
    stand,
    request,
    /** Asks for it, with who keeps the files; answers its id. */
    close: async (): Promise<number> => {
      const answer = await request(keeperInput)
      if (answer.status !== 201) throw new Error(answer.text)
      return (answer.payload as PracticeDeletion).id
    },
    /** Its day has come; nobody has looked yet. */
    beDue: async (id: number): Promise<void> => {
      await run(sql`update practice_deletions set destroy_after = now() where id = ${id}`)
    },
    comeDue: async (id: number): Promise<void> => {
      await run(sql`update practice_deletions set destroy_after = now() where id = ${id}`)
      await run(sql`update graphile_worker._private_jobs set run_at = now()
        where payload::jsonb->>'deletionId' = ${String(id)}`)
      await app.runJobs()
    },
    /** Carries it out with a process that is killed at every place in turn, and one that lives. */
    carryOutKilledEverywhere: async (id: number): Promise<void> => {
      const all = dependenciesOf(app)
      for (const dependencies of killersOf(all)) {
        const failure = await carryOut(dependencies, id).then(
          () => undefined,
          (error: unknown) => error,
        )
        if (!(failure instanceof Error)) throw new Error('nobody was killed')
        await transaction(app.db.queries, { practiceId: by.practiceId, userId: 0 }, 'read write', (tx) =>
          deleteSlice(tx, id),
        )
      }
      await carryOut(all, id)
    },
    stateOf: async (id: number): Promise<string | undefined> => {
      const { rows } = await sql<{
        state: string
      }>`select state from practice_deletions where id = ${id}`.execute(app.owner.queries)
      return rows[0]?.state
    },
    /** With a session from before: none can be minted in a practice that is gone. */
    mine: async (): Promise<PracticeDeletion[]> =>
      (await callEndpoint(app, practiceDeletionEndpoints.mine, { token: by.token })).payload,
    certificate: async (id: number) =>
      app.server.inject({
        url: `/api/practice/deletion/${id}/certificate`,
        headers: { authorization: `Bearer ${by.token}` },
      }),
    /** An archive of the practice, made and read back. */
    export: async (body: { recipient?: string } = {}): Promise<number> => {
      const begun = await callEndpoint(app, practiceMoveEndpoints.begin, {
        token: await mintToken(app, by),
        body,
      })
      await app.runJobs()
      return (begun.payload as { id: number }).id
    },
    fetch: async (id: number): Promise<Buffer> => {
      const { payload } = await callEndpoint(app, practiceMoveEndpoints.link, {
        token: await mintToken(app, by),
        params: { id },
      })
      return (await app.server.inject({ url: (payload as { url: string }).url })).rawPayload
    },
  }
}
