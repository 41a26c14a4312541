import { patientEndpoints } from '@ulna/contract/patients/patients'
import { beforeEach, describe, expect, it } from 'vitest'
import { callEndpoint } from '../../../test/client.ts'
import { createPatient } from '../../../test/factories/clinical.ts'
import { erasuresOf } from '../../../test/factories/erasures.ts'
import { importCalls } from '../../../test/factories/imports.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson
let on: ReturnType<typeof erasuresOf>

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app)
  on = erasuresOf(app, owner)
})

const { start, after, rowsOf } = importCalls(app, () => owner)

const rosa = { firstName: 'Rosa', lastName: 'Peña', birthDate: '1960-02-01', socialId: '12345678Z' }

const blockRosa = async (given: Record<string, unknown> = rosa): Promise<number> =>
  (await on.block(await on.archive((await createPatient(app, owner, given)).id))).id

const namesHere = async (): Promise<string[]> => {
  const { payload } = await callEndpoint(app, patientEndpoints.list, {
    token: owner.token,
    query: { limit: '50' },
  })
  return (payload as { firstName: string }[]).map(({ firstName }) => firstName)
}

const fatesOf = async (id: number) =>
  (await rowsOf(id)).map(({ fate, faults }) => [fate, ...faults.map(({ key }) => key)])

const out = ['fault', 'import_patient_erased']

describe('an import that is carried out', () => {
  it.each([
    ['12.345.678-Z', '12345678Z'],
    ['12345678z', '12 345 678 Z'],
  ])('knows who was erased with the document %s in %s', async (erased, written) => {
    await on.comeDue(await blockRosa({ ...rosa, socialId: erased }))
    const { id } = await start('patients', `Nombre;Apellidos;Documento\nRosa;Peña;${written}\n`)
    await after('examine', id)
    expect(await fatesOf(id)).toEqual([out])
  })

  it('brings nobody back who was erased, however often the file has them', async () => {
    await on.comeDue(await blockRosa())
    const { id } = await start(
      'patients',
      [
        'Nombre;Apellidos;Documento;Fecha de nacimiento',
        'Rosa;Peña;12345678Z;01/02/1960',
        'Rosa;Peña;12345678Z;01/02/1960',
        'Rosa;Peña;;01/02/1960',
        'Nueva;Persona;87654321X;13/05/1980',
      ].join('\n'),
    )
    expect((await after('examine', id)).counts).toMatchObject({ create: 1, repeated: 0, fault: 3 })
    expect(await fatesOf(id)).toEqual([out, out, out, ['create']])
    expect(await after('run', id)).toMatchObject({ state: 'done', created: 1 })
    expect(await namesHere()).toEqual(['Nueva'])
  })

  it('is taken back after one of its patients was erased', async () => {
    const { id } = await start('patients', 'Nombre;Apellidos\nRosa;Peña\nNueva;Persona\n')
    await after('examine', id)
    await after('run', id)
    const [rosaId = 0] = (await rowsOf(id)).map(({ patientId }) => patientId ?? 0)
    await on.comeDue((await on.block(await on.archive(rosaId))).id)
    expect(await after('undo', id)).toMatchObject({ state: 'undone', created: 2 })
    expect(await namesHere()).toEqual([])
  })

  it('makes no twin of somebody who was blocked between trial and run', async () => {
    const { id: patientId } = await createPatient(app, owner, rosa)
    const { id } = await start(
      'patients',
      'Nombre;Apellidos;Documento;Fecha de nacimiento\nRosa;Peña;12345678Z;01/02/1960\nNueva;Persona;;\n',
    )
    expect((await after('examine', id)).counts).toMatchObject({ create: 1, exists: 1 })
    await on.block(await on.archive(patientId))
    expect(await after('run', id)).toMatchObject({ state: 'done', created: 1 })
    expect(await fatesOf(id)).toEqual([out, ['create']])
    expect(await namesHere()).toEqual(['Nueva'])
  })
})
