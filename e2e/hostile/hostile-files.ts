import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { HostileApi } from './hostile-api.ts'
import type { Ground } from './hostile-ground.ts'
import type { Watch } from './hostile-look.ts'

// What leaves the product as a file: mails, calendars, sheets.

interface Part {
  readonly type: string
  readonly text: string
}

const decode = (body: string, encoding: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const cut = (message: string): [head: string, body: string] => {
  const at = message.search(/\r?\n\r?\n/)
  return [message.slice(0, at).replaceAll(/\r?\n[ \t]+/g, ' '), message.slice(at).trimStart()]
}

const headerOf = (head: string, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''

/** The parts of a mail that hold something (RFC 2046). */
const partsOf = (message: string): Part[] => {
  const [head, body] = cut(message)
  const type = headerOf(head, 'content-type')
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary === undefined)
    return [{ type, text: decode(body, headerOf(head, 'content-transfer-encoding').toLowerCase()) }]
  const inner = body.split(`--${boundary}`).slice(1, -1)
  return inner.flatMap((one) => partsOf(one.trimStart()))
}

const mailHeaders = new Set(
  'from to reply-to subject message-id date mime-version content-type content-transfer-encoding auto-submitted list-unsubscribe'.split(
    ' ',
  ),
)

const calendarLines =
  /^(BEGIN|END|VERSION|PRODID|CALSCALE|METHOD|NAME|X-WR-CALNAME|X-WR-TIMEZONE|TIMEZONE-ID|X-PUBLISHED-TTL|REFRESH-INTERVAL|UID|SEQUENCE|DTSTAMP|DTSTART|DTEND|SUMMARY|DESCRIPTION|LAST-MODIFIED|CREATED|STATUS|TRANSP|CLASS|TZID|TZURL|TZNAME|TZOFFSETFROM|TZOFFSETTO|RRULE|RDATE|X-LIC-LOCATION|X-MICROSOFT-CDO-[A-Z]+)[;:]/

/** Lines of a calendar that nobody but a text could have made (RFC 5545). */
const calendarFaults = (what: string, file: string, events: number): string[] => {
  const lines = file
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .filter((line) => line !== '')
  const found = lines.filter((line) => line === 'BEGIN:VEVENT').length
  return [
    ...lines.filter((line) => !calendarLines.test(line)).map((line) => `${what}: a line of its own: ${line}`),
    ...(found === events ? [] : [`${what}: ${found} events instead of ${events}`]),
  ]
}

const readMails = async (outbox: string): Promise<string[]> => {
  const names = await readdir(outbox)
  return Promise.all(
    names.filter((name) => name.endsWith('.eml')).map((name) => readFile(path.join(outbox, name), 'utf8')),
  )
}

/** A mail says names without what is not seen: what turns the reading order round would let one look like another. */
const whatIsSeen = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]/gu, '')

/** Opens every mail that was written and tells what is wrong with it; each of `texts` has to stand in one of them. */
export const lookAtMails = async (
  page: Page,
  outbox: string,
  { look }: Watch,
  texts: readonly string[],
): Promise<string[]> => {
  const faults: string[] = []
  const said: string[] = []
  for (const [index, message] of (await readMails(outbox)).entries()) {
    const [head] = cut(message)
    const names = head.split(/\r?\n/).map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    const odd = names.filter((name) => !mailHeaders.has(name))
    faults.push(...odd.map((name) => `mail ${index}: a header of its own: ${name}`))
    for (const { type, text } of partsOf(message)) {
      if (/text\/calendar/.test(type))
        faults.push(...calendarFaults(`mail ${index}`, text, text.split('\r\nUID:').length - 1))
      if (/text\/plain/.test(type)) said.push(whatIsSeen(text))
      if (!/text\/html/.test(type)) continue
      await page.setContent(text)
      faults.push(...(await look(page, `mail ${index}`)))
      said.push(whatIsSeen((await page.locator('body').textContent()) ?? ''))
    }
  }
  const missing = texts.filter((text) => said.filter((one) => one.includes(whatIsSeen(text))).length < 2)
  return [...faults, ...missing.map((text) => `no mail says ${JSON.stringify(text)} in both its forms`)]
}

/** Rows of a sheet (RFC 4180). */
const rowsOf = (sheet: string): string[][] => {
  const cells = [...sheet.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)]
  const rows: string[][] = [[]]
  for (const [whole, quoted, plain, end] of cells) {
    if (whole === '') continue
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

const formula = /^[=+\-@\t\r＝＋－＠]/

const amount = /^-?\d+(\.\d+)?$/

const readSheet = async (api: HostileApi, path: string): Promise<string[][]> =>
  rowsOf((await api.text(path)).replace(/^\uFEFF/, ''))

/** Cells that a program would count, and rows that a text broke. */
const sheetFaults = (rows: readonly string[][]): string[] => [
  ...rows
    .flat()
    .filter((cell) => formula.test(cell) && !amount.test(cell))
    .map((cell) => `a sheet would count ${cell}`),
  ...rows
    .filter((row) => row.length !== rows[0]?.length)
    .map((row) => `a row of ${row.length} cells: ${row}`),
]

/** The trail and the receipts as sheets, and the agenda as a calendar that other programs follow. */
export const lookAtExports = async ({ api, patients, prepaid }: Ground): Promise<string[]> => {
  const trail = await readSheet(api, '/settings/audit/export')
  const receipts = await readSheet(api, '/receipt/export')
  const says = (rows: readonly string[][], text: string) =>
    rows.flat().some((cell) => cell.startsWith(text) || cell.startsWith(text, 1))
  const unnamed = patients.filter(({ firstName }) => !says(trail, firstName))
  const unsaid = prepaid.stored.receipts.filter((text) => !says(receipts, text))
  const { url } = await api.send<{ url: string }>('post', '/calendar/feed', { data: { names: 'initials' } })
  const feed = await api.text(url)
  return [
    ...sheetFaults(trail),
    ...sheetFaults(receipts),
    ...unnamed.map(({ firstName }) => `the trail does not name ${firstName}`),
    ...unsaid.map((text) => `the receipts do not say ${text}`),
    ...calendarFaults('feed', feed, feed.split('\r\nUID:').length - 1),
  ]
}
