import type { ImportBatch } from '@ulna/contract/imports/imports'
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

const { ask, start, after, change, rowsOf } = importCalls(app, () => owner)

const fieldsOf = ({ columns }: { columns: readonly { field: string | null }[] }) =>
  columns.map(({ field }) => field)

describe('rows with faults that come back', () => {
  const american = [
    'Nombre;Apellidos;Nacimiento;Correo',
    'Ana;Uno;01/13/1980;ana@example.com',
    'Eva;Dos;03/04/1975;no es un correo',
  ].join('\n')

  it('have the order of dates that the whole file proved, also before the rest is carried out', async () => {
    const { id } = await start('patients', american, 'Mi Excel')
    await after('examine', id)
    const mended = (await ask('faults', id)).text.replace('no es un correo', 'eva@example.com')
    const again = await start('patients', mended)
    expect(again.source).toBe('Mi Excel')
    const tried = await after('examine', again.id)
    expect(tried).toMatchObject({
      dates: [{ order: 'month-first', evidence: '01/13/1980', chosen: false, either: 1 }],
      counts: { create: 1, hints: 0 },
    })
    // Dates that prove the opposite go before what another file proved.
    const other = await start('patients', american.replace('01/13/1980', '13/01/1980'))
    expect((await after('examine', other.id)).dates).toMatchObject([
      { order: 'day-first', evidence: '13/01/1980' },
    ])
  })

  it('are counted and handed out after the run too, with those that only the run found', async () => {
    const { id } = await start('patients', 'Nombre;Apellidos;Historia\nAna;Uno;A-1\nEva;Dos;A-2\n')
    expect((await after('examine', id)).counts).toMatchObject({ create: 2, fault: 0 })
    await createPatient(app, owner, { fileId: 'A-2' })
    expect(await after('run', id)).toMatchObject({ created: 1, counts: { create: 1, fault: 1 } })
    expect((await ask('faults', id)).text).toContain('Dos')
  })
})

describe('what was said of a file', () => {
  const titled = (...lines: string[]): string => ['Listado de pacientes', '', ...lines].join('\n')
  const csv = { encoding: 'utf-8', delimiter: ';', sheet: null } as const

  it('is how it is read, too: the next is read so at once', async () => {
    const file = titled('Nombre;Apellidos;Alta', 'Ana;Ruiz;01/02/2020')
    const { id } = await start('patients', file)
    const read = await change(id, { reading: { ...csv, headerRow: 3 } })
    expect(fieldsOf(read)).toEqual(['firstName', 'lastName', null])
    await change(id, { source: 'Mi Excel', fields: ['firstName', 'lastName', 'note'] })
    await after('examine', id)
    const again = await start('patients', titled('Nombre;Apellidos;Alta', 'Luis;Vega;01/02/2021'))
    expect(again).toMatchObject({ source: 'Mi Excel', reading: { headerRow: 3 } })
    expect(fieldsOf(again)).toEqual(['firstName', 'lastName', 'note'])
  })

  it('is not the encoding of another file, but for one that no file shows', async () => {
    const names = (batch: ImportBatch) => [batch.reading.encoding, batch.preview[0]?.[1]]
    const file = 'Nombre;Apellidos\nAna;Muñoz\n'
    const { id } = await start('patients', file)
    await after('examine', id)
    const next = await start('patients', Buffer.from(file, 'latin1'))
    expect(names(next)).toEqual(['windows-1252', 'Muñoz'])
    const mac = Buffer.from(file.replace('ñ', '\u0096'), 'latin1')
    const { id: chosen } = await start('patients', mac, 'Mac')
    await change(chosen, { reading: { ...csv, encoding: 'macintosh', headerRow: 1 } })
    await after('examine', chosen)
    expect(names(await start('patients', mac, 'Mac'))).toEqual(['macintosh', 'Muñoz'])
  })

  it('is remembered when it is read otherwise, by the names of its columns', async () => {
    const { id } = await start('patients', 'Nombre;Apellidos;Alta\nAna;Ruiz;01/02/2020\n', 'Mi Excel')
    await change(id, { fields: ['firstName', 'lastName', 'note'] })
    expect(
      fieldsOf(await change(id, { reading: { ...csv, encoding: 'windows-1252', headerRow: 1 } })),
    ).toEqual(['firstName', 'lastName', 'note'])
    await after('examine', id)
    // The same columns further down, with one more between them.
    const { id: other } = await start(
      'patients',
      titled('Nombre;Apodo;Apellidos;Alta', 'Luis;Lucho;Vega;01/02/2021'),
    )
    const read = await change(other, { reading: { ...csv, headerRow: 3 } })
    expect(fieldsOf(read)).toEqual(['firstName', null, 'lastName', 'note'])
    await after('examine', other)
    expect((await rowsOf(other)).map(({ name }) => name)).toEqual(['Luis Vega'])
  })
})
