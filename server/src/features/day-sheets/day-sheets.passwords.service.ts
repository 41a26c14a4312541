import { randomInt } from 'node:crypto'
import { type SheetContents, type SheetPasswords, sheetContents } from '@ulna/contract/day-sheets/day-sheets'
import type { Tx } from '../../platform/database/database.ts'
import { seal, unseal } from '../../platform/sealed-box.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { audited, change } from '../../platform/use-case.ts'
import type { MakingDependencies } from './day-sheets.dependencies.ts'
import { deletePasswords, findPasswords, insertPassword } from './day-sheets.passwords.repository.ts'
import { deleteSheets } from './day-sheets.repository.ts'

/** Nothing that is read as something else on paper: no 0 and o, 1 and l and i. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const lettersOfGroup = 4

/** `k7qm-3tzr-…`: sixteen letters of 31, about 79 bits, since whoever has a sheet may try as long as they like. */
const newPassword = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: lettersOfGroup }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/** What a password belongs to, as it rests encrypted. */
export const contextOf = (practiceId: number, contents: SheetContents): string =>
  `practice ${practiceId} ${contents}`

export interface OpenPassword {
  readonly password: string
  /** Instant. */
  readonly since: string
}

/** The passwords of a practice, by what they open; nothing where none was made yet. */
export const passwordsOf = async (
  tx: Tx,
  key: Buffer,
  practiceId: number,
): Promise<ReadonlyMap<SheetContents, OpenPassword>> => {
  const rows = await findPasswords(tx, practiceId)
  return new Map(
    rows.map(({ contents, sealed, since }) => [
      contents,
      { password: unseal(key, sealed, contextOf(practiceId, contents)), since },
    ]),
  )
}

/** Makes the passwords that a practice lacks. */
export const makePasswords = async (tx: Tx, key: Buffer, practiceId: number): Promise<void> => {
  for (const contents of sheetContents) {
    const sealed = seal(key, newPassword(), contextOf(practiceId, contents))
    await insertPassword(tx, practiceId, { contents, sealed })
  }
}

/** Those that somebody may know: of clinical sheets only with clinical access. */
const knownTo = async (tx: Tx, key: Buffer, actor: PracticeActor): Promise<SheetPasswords> => {
  const passwords = await passwordsOf(tx, key, actor.practiceId)
  const [agenda, clinical] = [passwords.get('agenda'), passwords.get('clinical')]
  if (!agenda || !clinical) throw new Error(`practice ${actor.practiceId} has no passwords of sheets`)
  return { agenda, clinical: actor.clinical ? clinical : null }
}

/** Tells what opens the sheets that somebody may fetch, and makes it where there is nothing yet. */
export const readPasswords = (
  { db, keys }: MakingDependencies,
  actor: PracticeActor,
): Promise<SheetPasswords> =>
  change(db, actor, async (tx) => {
    await makePasswords(tx, keys.passwords, actor.practiceId)
    return audited({ action: 'day_sheet.passwords_read' }, await knownTo(tx, keys.passwords, actor))
  })

/** Other passwords from now on. Sheets that were made are made again; those that were fetched open as before. */
export const replacePasswords = (
  { db, keys }: MakingDependencies,
  actor: PracticeActor,
): Promise<SheetPasswords> =>
  change(db, actor, async (tx) => {
    await deletePasswords(tx, actor.practiceId)
    await deleteSheets(tx, actor.practiceId)
    await makePasswords(tx, keys.passwords, actor.practiceId)
    return audited({ action: 'day_sheet.passwords_replaced' }, await knownTo(tx, keys.passwords, actor))
  })
