import { buffer } from 'node:stream/consumers'
import readWorkbook, { readSheet } from 'read-excel-file/node'

// Reads a workbook from its input and writes its sheets and the rows of one as JSON, a line each. A process of its own:
// what a workbook unpacks to is only known afterwards.

const pad = (number: number): string => String(number).padStart(2, '0')

/** A day, with its time of day where it has one. Excel's dates have no zone; the library gives them as UTC. */
const dateText = (date: Date): string => {
  if (Number.isNaN(date.getTime())) return ''
  const day = `${String(date.getUTCFullYear()).padStart(4, '0')}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
  const hasTime = date.getUTCHours() + date.getUTCMinutes() > 0
  return hasTime ? `${day} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}` : day
}

/** The library's types call a date what makes one. */
const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? dateText(cell) : String(cell)
}

/** Numbers stay as they are written: a document or a phone number is none. */
const options = { parseNumber: (written: string) => written, trim: true }

/** Rows of the first sheet that are shown before one is chosen. */
const firstRows = 200

/** Bytes that a workbook may take unpacked: some grow a thousand times. What runs out of more than that ends here. */
const mostMemory = 1_500_000_000
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(3)
}, 50).unref()

const [wanted] = process.argv.slice(2)
const bytes = await buffer(process.stdin)
const write = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

const read = async (): Promise<void> => {
  if (wanted !== undefined) {
    for (const row of await readSheet(bytes, Number(wanted) + 1, options)) write(row.map(cellText))
    return
  }
  const sheets = await readWorkbook(bytes, options)
  write(sheets.map(({ sheet }) => sheet))
  for (const row of sheets[0]?.data.slice(0, firstRows) ?? []) write(row.map(cellText))
}

/** What no memory and no text is long enough for. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof RangeError || (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'

await read().catch((error: unknown) => {
  process.exitCode = isTooMuch(error) ? 3 : 2
})
