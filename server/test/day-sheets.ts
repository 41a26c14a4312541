import { daySheetEndpoints, type SheetPasswords } from '@ulna/contract/day-sheets/day-sheets'
import { sql } from 'kysely'
import type { TestApp } from './build-test-app.ts'
import { callEndpoint, errorsIn } from './client.ts'
import type { TestPerson } from './factories/people.ts'
import { flatText, poppler } from './poppler.ts'
import { mintToken } from './sweeps/scene/minted-session.ts'

/** What opens the sheets that a person may fetch. */
export const passwordsFor = async (app: TestApp, by: TestPerson): Promise<SheetPasswords> => {
  const answer = await callEndpoint(app, daySheetEndpoints.passwords, { token: await mintToken(app, by) })
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer.payload
}

export interface FetchedSheet {
  readonly status: number
  /** Key of the first error; undefined where there is a sheet. */
  readonly refusal: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly pdf: Buffer
}

/** Fetches a sheet with the token of a session or a key, as a program does that keeps the bytes. */
export const fetchSheet = async (
  app: TestApp,
  token: string,
  query: Readonly<Record<string, string>> = {},
): Promise<FetchedSheet> => {
  const { statusCode, rawPayload, body, headers } = await app.server.inject({
    url: `/api${daySheetEndpoints.fetch.path}?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const refusal = statusCode === 200 ? undefined : errorsIn(body)[0]?.message
  return { status: statusCode, refusal, headers, pdf: rawPayload }
}

/** What Poppler reads of a sheet with a password: nothing with a wrong one. */
export const sheetText = async (pdf: Buffer, password: string): Promise<string> =>
  flatText(await poppler('pdftotext', pdf, '-layout', '-upw', password))

export const wishEveningSheets = async (app: TestApp, practiceId: number): Promise<void> => {
  await sql`update practices set configurations = '{"agenda": {"eveningSheets": true}}' where id = ${practiceId}`.execute(
    app.owner.queries,
  )
}
