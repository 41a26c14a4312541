import { type ImportBatch, importEndpoints } from '@ulna/contract/imports/imports'
import type { ImportState } from '@ulna/contract/imports/imports.fields'
import { sql } from 'kysely'
import type { TestApp } from '../../build-test-app.ts'
import { callEndpoint, UploadBody } from '../../client.ts'
import type { TestPerson } from '../../factories/people.ts'
import { asAdmin } from './people.ts'

/** Another import of the same file that is at a later step, written behind the API. */
const copyAt = async (app: TestApp, id: number, state: ImportState): Promise<number> => {
  const counts = { rows: 1, create: 0, exists: 0, before: 0, repeated: 0, fault: 1, hints: 0 }
  const { rows } = await sql<{ id: number }>`
    insert into imports (practice_id, kind, source, file_name, storage_key, size, sha256, format, state, reading, matching,
      counts, started_by, ended_at)
    select practice_id, kind, source, file_name, storage_key || '-' || ${state}, size, sha256, format, ${state}, reading,
      matching, ${JSON.stringify(counts)}, started_by, now()
    from imports where id = ${id} returning id`.execute(app.owner.queries)
  return Number(rows[0]?.id)
}

/** Imports of a file with one patient, whom it does not name well: one to match, one to run, one to undo, one to forget. */
export const stageImports = async (app: TestApp, by: TestPerson, patientId: number, canary: string) => {
  const file = `Nombre;Apellidos;Correo\nPaciente ${canary};Ruiz;correo de ${canary}\n`
  const { payload }: { payload: ImportBatch } = await asAdmin(app, by, () =>
    callEndpoint(app, importEndpoints.start, {
      token: by.token,
      query: { fileName: `${canary}.csv`, source: `Programa ${canary}` },
      body: new UploadBody(Buffer.from(file), 'application/octet-stream'),
    }),
  )
  const runnableId = await copyAt(app, payload.id, 'examined')
  await sql`
    insert into import_rows (practice_id, import_id, row_number, cells, faults, name, external_id, fate)
    values (${by.practiceId}, ${runnableId}, 2, ${JSON.stringify([`Paciente ${canary}`, 'Ruiz', `correo de ${canary}`])},
      ${JSON.stringify([{ field: 'email', key: 'field_email', params: {} }])}, ${`Paciente ${canary} Ruiz`}, ${canary},
      'fault')`.execute(app.owner.queries)
  const undoableId = await copyAt(app, payload.id, 'done')
  await sql`
    insert into imported_patients (practice_id, source, external_id, patient_id, import_id)
    values (${by.practiceId}, ${`Programa ${canary}`}, ${canary}, ${patientId}, ${undoableId})`.execute(
    app.owner.queries,
  )
  await sql`
    insert into imported_items (practice_id, source, kind, external_id, item_id, import_id)
    values (${by.practiceId}, ${`Programa ${canary}`}, 'notes', ${canary}, ${patientId}, ${undoableId})`.execute(
    app.owner.queries,
  )
  return {
    importId: payload.id,
    runnableId,
    undoableId,
    forgettableId: await copyAt(app, payload.id, 'draft'),
  }
}
