import { importLimits } from '@ulna/contract/imports/imports.fields'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRows, findDelimiter } from './imports.csv.ts'
import { decoded, EncodingFinder } from './imports.encoding.ts'
import type { FileRow, ImportFileError } from './imports.faults.ts'

async function* pieces<T>(...all: T[]): AsyncGenerator<T> {
  yield* all
}

const rowsOf = async (text: string, delimiter: ',' | ';' = ';'): Promise<FileRow[]> => {
  const rows: FileRow[] = []
  for await (const row of csvRows(pieces(text), delimiter)) rows.push(row)
  return rows
}

const faultOf = async (text: string): Promise<ImportFileError> =>
  rowsOf(text).then(
    () => Promise.reject(new Error('it was read')),
    (error: ImportFileError) => error,
  )

const encodingOf = (bytes: Buffer): string => {
  const finder = new EncodingFinder()
  // One byte at a time: a letter may lie across two pieces.
  for (const byte of bytes) finder.take(Buffer.from([byte]))
  return finder.found()
}

const textOf = async (bytes: Buffer, encoding: Parameters<typeof decoded>[1]): Promise<string> => {
  let text = ''
  for await (const piece of decoded(pieces(bytes), encoding)) text += piece
  return text
}

describe('the encoding of a file', () => {
  it.each([
    ['utf-8', Buffer.from('Muñoz;Ñandú\n')],
    ['utf-8', Buffer.from('\ufeffMuñoz\n')],
    ['utf-8', Buffer.from('Munoz\n')],
    ['windows-1252', Buffer.from('Mu\xf1oz;N\xfa\n', 'latin1')],
    ['utf-16le', Buffer.from('\ufeffMuñoz\n', 'utf16le')],
    ['windows-1252', Buffer.concat([Buffer.from('a'), Buffer.from([0xc3])])],
  ])('%s', (encoding, bytes) => {
    expect(encodingOf(bytes)).toBe(encoding)
  })

  it('is read, without the mark at the beginning', async () => {
    expect(await textOf(Buffer.from('\ufeffMuñoz', 'utf16le'), 'utf-16le')).toBe('Muñoz')
    expect(await textOf(Buffer.from('Mu\xf1oz \x80', 'latin1'), 'windows-1252')).toBe('Muñoz €')
    expect(await textOf(Buffer.from('\ufeffMuñoz\u0000'), 'utf-8')).toBe('Muñoz ')
  })
})

describe('the delimiter of a file', () => {
  it.each([
    ['nombre;apellidos\nAna;Ruiz, la de antes\n', ';'],
    ['name,surname\nAna,Ruiz\n', ','],
    ['nombre\tapellidos\nAna\tRuiz\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['sep=;\na;b\n1;2\n', ';'],
    ['nombre\nAna\n', ','],
  ])('%j', (text, delimiter) => {
    expect(findDelimiter(text)).toBe(delimiter)
  })
})

describe('the rows of a CSV', () => {
  it('are numbered as a spreadsheet does, line breaks in cells and empty rows counted', async () => {
    expect(await rowsOf('a;b\n"uno\ndos";2\n\n;;\n x ;"con ""comillas"""\n')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['uno\ndos', '2'] },
      { row: 5, cells: ['x', 'con "comillas"'] },
    ])
  })

  it('leave out a line that names the delimiter', async () => {
    expect((await rowsOf('sep=;\na;b\n1;2\n')).map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('are the same as were written, whatever the cells hold and wherever a piece ends', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'ñ', '"', ';', '\n', ',', '7') })
      .map((text) => text.trim())
    const table = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (written, size) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
        const text = written.map((row) => row.map(quoted).join(';')).join('\n')
        const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
        const read: (readonly string[])[] = []
        for await (const { cells } of csvRows(pieces(...parts), ';', size)) read.push(cells)
        expect(read).toEqual(written)
      }),
    )
  })

  it('say in which row something is too much or never ends', async () => {
    expect(await faultOf(`a;b\n1;"dos`)).toMatchObject({
      key: 'import_quotes',
      params: { row: 2, column: 2 },
    })
    expect(await faultOf('a;b\n1;"do"s"\n')).toMatchObject({ params: { row: 2, column: 2 } })
    const wide = `x${';'.repeat(importLimits.columns)}`
    expect(await faultOf(`a;b\n1;2\n${wide}\n`)).toMatchObject({
      key: 'import_too_many_columns',
      params: { row: 3 },
    })
    const long = 'x'.repeat(importLimits.cell + 1)
    expect(await faultOf(`a;b\n1;${long}\n`)).toMatchObject({
      key: 'import_cell_too_long',
      params: { row: 2, column: 2 },
    })
  })

  it('refuse a row of ten million columns and a quotation mark that swallows the file, before they fill the memory', async () => {
    const endless = async function* (start: string, piece: string): AsyncGenerator<string> {
      yield start
      for (let count = 0; count < 10_000; count += 1) yield piece
    }
    for (const [start, piece] of [
      ['a;b\n', ';'.repeat(1000)],
      ['a;b\n1;"', 'x;y\n'.repeat(250)],
    ] as const) {
      const read = async (): Promise<void> => {
        for await (const _ of csvRows(endless(start, piece), ';'));
      }
      await expect(read()).rejects.toMatchObject({ key: 'import_row_too_long', params: { row: 2 } })
    }
  })
})
