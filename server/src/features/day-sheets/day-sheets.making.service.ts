import type { Language } from '@ulna/contract/record-class/record-class'
import type { Tx } from '../../platform/database/database.ts'
import { databaseNow } from '../../platform/database/database-clock.ts'
import { type PaperModel, renderLockedPaper } from '../../platform/papers/papers.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { keyedDigest } from '../../platform/tokens.ts'
import { wordsIn } from '../../platform/words.ts'
import { gatherSheet } from './day-sheets.content.service.ts'
import type { MakingDependencies } from './day-sheets.dependencies.ts'
import { sheetModel } from './day-sheets.model.ts'
import { passwordsOf } from './day-sheets.passwords.service.ts'
import type { SheetOf } from './day-sheets.repository.ts'

/** A sheet before it is laid out. */
export interface DraftedSheet extends SheetOf {
  readonly model: PaperModel
  readonly password: string
  /** Of all that stands on it and of what locks it, and not of when it is made. */
  readonly digest: string
  readonly visits: number
}

/** What a sheet says now; undefined where no password was made that would open it. */
export const draftSheet = async (
  { classes, keys }: MakingDependencies,
  tx: Tx,
  actor: PracticeActor,
  { language, ...sheet }: SheetOf & { readonly language: Language },
): Promise<DraftedSheet | undefined> => {
  const password = (await passwordsOf(tx, keys.passwords, actor.practiceId)).get(sheet.contents)?.password
  if (password === undefined) return undefined
  const content = await gatherSheet(tx, actor, classes, sheet)
  const at = new Date(await databaseNow(tx)).toISOString()
  const model = sheetModel(content, { t: await wordsIn(language), language, timezone: actor.timezone, at })
  const { title, head, parts } = model
  return {
    ...sheet,
    model,
    password,
    digest: keyedDigest(keys.digests, JSON.stringify({ title, head, parts, password })),
    visits: content.events.filter(({ patientId }) => patientId !== null).length,
  }
}

/** The bytes of a sheet. It takes a second of computing, so no transaction waits for it. */
export const renderSheet = async ({ model, password }: DraftedSheet): Promise<Buffer> =>
  Buffer.concat((await renderLockedPaper({ model, password })).pieces)
