import { patientEndpoints } from '@ulna/contract/patients/patients'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { importCalls } from '../../../test/factories/imports.ts'
import { mergesOf } from '../../../test/factories/merges.ts'
import { testPractice } from '../../../test/test-practice.ts'
import { deriveKeys } from '../../platform/tokens.ts'
import { noteErasure } from './erasures.list.ts'

const { app, owner } = await testPractice({ alone: true })
const on = erasuresOf(app, owner)

const uidOf = async (id: number): Promise<string> => {
  const { rows } = await sql<{ uid: string }>`select uid from patients where id = ${id}`.execute(
    app.owner.queries,
  )
  return rows[0]?.uid ?? ''
}

const statusOf = async (id: number): Promise<number> =>
  (await callEndpoint(app, patientEndpoints.read, { token: owner.token, params: { id } })).status

it('whoever was erased is left out of an import under the name and document of the file that became part of theirs too', async () => {
  const kept = await createPatient(app, owner, { firstName: 'Rosa', lastName: 'Peña', socialId: '12345678Z' })
  const other = await createPatient(app, owner, {
    ...{ firstName: 'Rosita', lastName: 'Peña', birthDate: '1960-02-01', socialId: '87654321X' },
  })
  await mergesOf(app, owner).merge(kept.id, other.id)
  await on.comeDue((await on.block(await on.archive(kept.id))).id)
  const { bring, rowsOf } = importCalls(app, () => owner)
  const rows = [
    'Nombre;Apellidos;Documento;Fecha de nacimiento',
    'Otra;Persona;12345678Z;',
    'Otra;Persona;87654321X;',
    'Rosita;Peña;;01/02/1960',
    'Nueva;Persona;;01/02/1960',
  ]
  const batch = await bring('patients', `${rows.join('\n')}\n`, { source: 'Programa viejo' })
  const fates = (await rowsOf(batch.id)).map(({ fate, faults }) => [fate, ...faults.map(({ key }) => key)])
  const out = ['fault', 'import_patient_erased']
  expect(fates).toEqual([out, out, out, ['create']])
})

it('a backup from before a merge brings both files back, and both are erased again', async () => {
  const [kept, other, third] = [
    await createPatient(app, owner, { firstName: 'Vuelta' }),
    await createPatient(app, owner, { firstName: 'Vueltita' }),
    await createPatient(app, owner, { firstName: 'Ajena' }),
  ]
  await noteErasure(
    { path: app.erasuresFile, keys: deriveKeys([testSecret], 'list of erasures') },
    {
      ...{ erasureId: 987_101, practiceId: owner.practiceId, patientId: kept.id },
      ...{ patientUid: await uidOf(kept.id), scope: 'whole', decidedBy: owner.userId },
      aliases: [{ id: other.id, uid: await uidOf(other.id) }],
    },
  )
  expect(await app.eraseAgain()).toBe(2)
  expect([await statusOf(kept.id), await statusOf(other.id), await statusOf(third.id)]).toEqual([
    404, 404, 200,
  ])
  await app.runJobs()
  const { rows } = await sql<{ name: string }>`
    select full_name as name from patients where id = any(${[kept.id, other.id]})`.execute(app.owner.queries)
  expect(rows.map(({ name }) => name)).toEqual(['— —', '— —'])
  expect(await app.eraseAgain()).toBe(0)
})
