import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trailAsCsv } from './audit.csv.ts'
import type { TrailRecord } from './audit.repository.ts'

const record = (given: Partial<TrailRecord> = {}): TrailRecord => ({
  key: '3-17',
  at: '2026-11-21T10:00:00.123Z',
  action: 'patient.read',
  userId: 12,
  practiceKeyId: null,
  practiceKeyName: null,
  userName: 'Laura Restrepo',
  patientId: 40,
  patientName: 'Mariana Gómez',
  subjectType: null,
  subjectId: null,
  detail: '{}',
  ip: '127.0.0.1',
  ...given,
})

/** Reads RFC 4180 as it is written there, so that the writer is not checked by its own library. */
const parseCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let cells: string[] = []
  let rest = text
  while (rest !== '') {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/.exec(rest)
    if (!match) throw new Error(`no CSV: ${rest.slice(0, 40)}`)
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    rest = rest.slice(match[0].length)
    if (match[3] === ',') continue
    rows.push(cells)
    cells = []
  }
  return rows
}

const csvOf = async (rows: readonly TrailRecord[]): Promise<string[][]> => {
  const bytes = await trailAsCsv(rows)
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  return parseCsv(bytes.toString('utf8').slice(1))
}

const asCell = (value: string | number | null): string => (value === null ? '' : String(value))

describe('the trail as CSV', () => {
  it('names its columns and holds a line a row', async () => {
    const [header, line, ...others] = await csvOf([record()])
    expect(header).toEqual([
      'at',
      'action',
      'userId',
      'userName',
      'practiceKeyId',
      'practiceKeyName',
      'patientId',
      'patientName',
      'subjectType',
      'subjectId',
      'ip',
      'detail',
      'key',
    ])
    expect(line?.slice(0, 4)).toEqual(['2026-11-21T10:00:00.123Z', 'patient.read', '12', 'Laura Restrepo'])
    expect(others).toEqual([])
  })

  it('has its header and its byte order mark without rows, and once with many', async () => {
    expect(await csvOf([])).toHaveLength(1)
    const many = Array.from({ length: 2500 }, (_, index) => record({ key: `0-${index}` }))
    const rows = await csvOf(many)
    expect(rows).toHaveLength(2501)
    expect(rows.slice(1).map((row) => row.at(-1))).toEqual(many.map(({ key }) => key))
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1'])(
    'E5 a name that begins like a formula is text: %j',
    async (name) => {
      const [, line] = await csvOf([record({ patientName: name, userName: name, detail: name, ip: name })])
      for (const cell of line ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
      expect(line?.[7]).toBe(`'${name}`)
    },
  )

  const withoutMark = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, '')

  it.each(["'-", "''=1", "'", "'a"])(
    'E5 a name with an apostrophe of its own comes back: %j',
    async (name) => {
      const [, line] = await csvOf([record({ patientName: name })])
      expect(withoutMark(line?.[7] ?? '')).toBe(name)
    },
  )

  it.each(['a\nb', 'a\rb', 'a\r\nb', '\n', 'a"\n"b,'])(
    'E5 a name of several lines stays one cell of one row: %j',
    async (name) => {
      const rows = await csvOf([record({ patientName: name }), record()])
      expect(rows.map((row) => row.length)).toEqual([13, 13, 13])
      expect(rows[1]?.[7]).toBe(name)
    },
  )

  it('E5 every name comes back as it was, the mark of a text aside', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }), async (names) => {
        const rows = names.map((patientName) => record({ patientName }))
        const [, ...lines] = await csvOf(rows)
        const back = lines.map((line) => withoutMark(line[7] ?? ''))
        expect(back).toEqual(names.map(asCell))
      }),
    )
  })
})
