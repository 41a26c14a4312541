import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { importLimits } from '@ulna/contract/imports/imports.fields'
import { childEnvironment } from '../../../platform/child-environment.ts'
import { programFile } from '../../../platform/program-file.ts'
import { takingTurns } from '../../../platform/turns.ts'
import { checkedCells, type FileRow, ImportFileError } from './imports.faults.ts'

const program = programFile(import.meta.url, './workbook-process.ts')

/** Megabytes that a workbook may take unpacked, and milliseconds until it is given up. */
const limits = { megabytes: 1200, patienceMs: 120_000 } as const

const startProcess = (wanted: readonly string[]): ChildProcess =>
  spawn(process.execPath, [`--max-old-space-size=${limits.megabytes}`, program, ...wanted], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: childEnvironment(),
  })

/** What a process that ended badly says of the workbook: it was none (2), or it was too much to unpack. */
const refuseUnlessWell = (code: number | null): void => {
  if (code === 0) return
  throw new ImportFileError(code === 2 ? 'import_file_unreadable' : 'import_workbook_too_large', {
    max: importLimits.workbookRows,
  })
}

/** The lines that the process writes, parsed; rejects with an `ImportFileError` when it ends badly. */
async function* linesOf(bytes: Readable, wanted: readonly string[]): AsyncGenerator<string[]> {
  const child = startProcess(wanted)
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('the process has no pipes')
  const ended = once(child, 'close') as Promise<[number | null]>
  const patience = setTimeout(() => child.kill('SIGKILL'), limits.patienceMs)
  // A process that refuses early closes its input; how it ended says why.
  const sent = pipeline(bytes, stdin).catch(() => undefined)
  try {
    for await (const line of createInterface({ input: stdout })) yield JSON.parse(line) as string[]
    await sent
    refuseUnlessWell((await ended)[0])
  } finally {
    clearTimeout(patience)
    child.kill('SIGKILL')
  }
}

export interface Workbook {
  readonly sheets: readonly string[]
  /** First rows of the first sheet. */
  readonly start: readonly (readonly string[])[]
}

const inTurn = takingTurns()

/** The sheets of an XLSX workbook and the beginning of the first; one workbook at a time, for each may take much. */
export const openWorkbook = (bytes: Readable): Promise<Workbook> => inTurn(() => lookAt(bytes))

const lookAt = async (bytes: Readable): Promise<Workbook> => {
  const lines: string[][] = []
  for await (const line of linesOf(bytes, [])) lines.push(line)
  const [sheets = [], ...start] = lines
  return { sheets, start }
}

/** Rows of a sheet (from 0) as texts, with their numbers from 1; empty ones are left out and counted. */
export async function* workbookRows(bytes: Readable, sheet: number): AsyncGenerator<FileRow> {
  let row = 0
  for await (const cells of linesOf(bytes, [String(sheet)])) {
    row += 1
    if (row > importLimits.workbookRows)
      throw new ImportFileError('import_workbook_too_large', { max: importLimits.workbookRows })
    if (cells.some((cell) => cell !== '')) yield { row, cells: checkedCells(cells, row) }
  }
}
