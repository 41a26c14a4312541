import { beforeEach, describe, expect, it } from 'vitest'
import { createPatient } from '../../../test/factories/clinical.ts'
import { importCalls } from '../../../test/factories/imports.ts'
import { registerOwner, type TestPerson } from '../../../test/factories/people.ts'
import { testServer } from '../../../test/test-practice.ts'

let owner: TestPerson

const app = await testServer()
beforeEach(async () => {
  owner = await registerOwner(app, { timezone: 'Europe/Madrid' })
})

const { start, after, rowsOf } = importCalls(app, () => owner)

/** What becomes of each row of a file: its fate, and what is said of it. */
const triedOf = async (lines: readonly string[], source?: string) => {
  const { id } = await start('patients', lines.join('\n'), source)
  await after('examine', id)
  const rows = await rowsOf(id)
  return {
    id,
    fates: rows.map(({ fate, faults, hints }) => [
      fate,
      ...[...faults, ...hints.filter(({ key }) => key === 'other_name')].map(({ key }) => key),
    ]),
    rows,
  }
}

const header = 'Nombre;Apellidos;DNI;Nacimiento'

describe('somebody with the document of another', () => {
  it('is a fault that names the row further up, and nobody is left out for them', async () => {
    const { id, fates, rows } = await triedOf([
      header,
      'Lucas;Pérez Gil;12345678Z;01/02/2015',
      'Marta;Pérez Gil;12345678Z;03/04/2017',
      'Lucas;Pérez;12.345.678-Z;01/02/2015',
    ])
    expect(fates).toEqual([['create'], ['fault', 'import_document_row'], ['repeated']])
    expect(rows[1]?.faults[0]).toMatchObject({
      field: 'socialId',
      params: { row: 2 },
    })
    expect(await after('run', id)).toMatchObject({ created: 1 })
  })

  it('is a fault also where the one further up or down is somebody who is here, whose number it stays', async () => {
    const ana = await createPatient(app, owner, {
      ...{ firstName: 'Ana', lastName: 'Ruiz', birthDate: '1975-04-03' },
    })
    const { id, fates } = await triedOf(
      [
        'Código;Nombre;Apellidos;F. Nacimiento',
        '8;Eva;Soto;',
        '7;Ana;Ruiz;03/04/1975',
        '7;Eva;Gómez;01/02/1990',
        '7;Ana;Ruiz;',
        '8;Ana;Ruiz;03/04/1975',
      ],
      'Programa viejo',
    )
    expect(fates).toEqual([
      ['fault', 'import_number_row'],
      ['exists'],
      ['fault', 'import_number_row'],
      ['repeated'],
      ['exists'],
    ])
    await after('run', id)
    expect((await rowsOf(id)).map(({ patientId }) => patientId === ana.id)).toContain(true)
  })

  it('is a fault where somebody here has it, and is them where the name or the birth date says so', async () => {
    await createPatient(app, owner, {
      ...{ firstName: 'Rosa', lastName: 'Gil', birthDate: '1980-02-13', socialId: '12.345.678-Z' },
    })
    const { fates, rows } = await triedOf([
      header,
      'Marta;Pérez Gil;12345678Z;03/04/2017',
      'Marta;Pérez Gil;12345678Z;',
      'Rosa;Gil Ruiz;12345678-z;',
      'Rosario;G.;12345678z;13/02/1980',
    ])
    expect(fates).toEqual([
      ['fault', 'import_document_other'],
      ['fault', 'import_document_other'],
      ['exists', 'other_name'],
      ['exists', 'other_name'],
    ])
    expect(rows[0]?.faults[0]?.params).toEqual({ name: 'Rosa Gil' })
  })

  it.each(['-', '0', 'NO TIENE', '000000000', 's/n'])(
    'is not whoever has “%s” in its place',
    async (none) => {
      await createPatient(app, owner, { firstName: 'Eva', lastName: 'Luna', socialId: none })
      const { fates } = await triedOf([header, `Ana;Uno;${none};`, `Ana;Dos;${none};`, `Ana;Tres;${none};`])
      expect(fates).toEqual([['create'], ['create'], ['create']])
    },
  )
})

describe('somebody with the number of another', () => {
  it('is a fault in one file, and in the list of another program that is called the same', async () => {
    const list = ['Código;Nombre;Apellidos;Teléfono', '1;Ana;Ruiz;600100200', '2;Eva;Luna;600100201']
    const first = await triedOf([...list, '2;Pedro;Vega;600100202'], 'pacientes')
    expect(first.fates).toEqual([['create'], ['create'], ['fault', 'import_number_row']])
    await after('run', first.id)
    const other = await triedOf(
      ['Código;Nombre;Apellidos;Teléfono', '1;Luis;Sanz;600100203', '2;Eva;Luna Gil;600100201'],
      'pacientes',
    )
    expect(other.fates).toEqual([['fault', 'import_number_other'], ['before']])
    expect(other.rows[0]).toMatchObject({ faults: [{ params: { name: 'Ana Ruiz' } }] })
    expect((await triedOf(list, 'pacientes')).fates).toEqual([['before'], ['before']])
  })
})
