import { Readable } from 'node:stream'
import { constants, deflateRawSync } from 'node:zlib'
import { importLimits } from '@ulna/contract/imports/imports.fields'
import { describe, expect, it } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { openWorkbook, workbookRows } from './imports.workbook.ts'

type Cell = string | number | boolean | Date | null

const workbook = (sheet: string, rows: readonly (readonly Cell[])[]): Promise<Buffer> =>
  writeWorkbook(
    rows.map((row) =>
      row.map((value) =>
        value === null ? null : { value, ...(value instanceof Date ? { format: 'dd/mm/yyyy' } : {}) },
      ),
    ),
    { sheet },
  ).toBuffer()

/** A zip of so many gigabytes of nothing as its one sheet: a block of zeros that is told to come again and again. */
const bomb = (gigabytes: number): Buffer => {
  const zeros = deflateRawSync(Buffer.alloc(32 * 1024 ** 2), { finishFlush: constants.Z_FULL_FLUSH })
  const content = Buffer.concat([...Array.from({ length: gigabytes * 32 }, () => zeros), Buffer.from([3, 0])])
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const about = Buffer.alloc(22)
  about.writeUInt16LE(20, 0)
  about.writeUInt16LE(8, 4)
  about.writeUInt32LE(content.length, 14)
  about.writeUInt32LE(0xfffffffe, 18)
  const names = Buffer.alloc(4)
  names.writeUInt16LE(name.length, 0)
  const entry = Buffer.concat([about, names])
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), entry, name, content])
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), entry, Buffer.alloc(14), name])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, Buffer.from('PK\u0005\u0006'), end])
}

const rowsOf = async (bytes: Buffer, sheet = 0) => {
  const rows = []
  for await (const row of workbookRows(Readable.from([bytes]), sheet)) rows.push(row)
  return rows
}

describe('a workbook', () => {
  it('tells its sheets, and its rows as texts: days as ISO days, numbers as they are written', async () => {
    const bytes = await workbook('Pacientes', [
      ['Nombre', 'Nacimiento', 'DNI', 'Alta'],
      ['Ana', new Date(Date.UTC(1980, 1, 13)), '0012345678', true],
      [null, null, null, null],
      ['Luis', null, 600100200, null],
    ])
    const { sheets, start } = await openWorkbook(Readable.from([bytes]))
    expect(sheets).toEqual(['Pacientes'])
    expect(start[0]).toEqual(['Nombre', 'Nacimiento', 'DNI', 'Alta'])
    expect(await rowsOf(bytes)).toEqual([
      { row: 1, cells: ['Nombre', 'Nacimiento', 'DNI', 'Alta'] },
      { row: 2, cells: ['Ana', '1980-02-13', '0012345678', 'true'] },
      { row: 4, cells: ['Luis', '', '600100200', ''] },
    ])
  })

  it('is refused where it is none, or broken off', async () => {
    const bytes = await workbook('Hoja', [['Nombre'], ['Ana']])
    for (const broken of [Buffer.from('PK nothing of the kind'), bytes.subarray(0, bytes.length / 2)])
      await expect(openWorkbook(Readable.from([broken]))).rejects.toMatchObject({
        key: 'import_file_unreadable',
      })
  })

  it('is given up when it grows beyond what a workbook may take, before it fills the memory', async () => {
    await expect(openWorkbook(Readable.from([bomb(4)]))).rejects.toMatchObject({
      key: 'import_workbook_too_large',
    })
  })

  it('is refused with more rows than are read of one, by how many those are', async () => {
    const rows = Array.from({ length: importLimits.workbookRows + 1 }, (_, index) => [`Ana ${index}`])
    await expect(rowsOf(await workbook('Hoja', rows))).rejects.toMatchObject({
      key: 'import_workbook_too_large',
      params: { max: importLimits.workbookRows },
    })
  })
})
