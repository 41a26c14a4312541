import type { CopyPlace, CopyRow } from './local-copies.place.ts'

/** What was typed and has not arrived. */
export interface CopyContent {
  readonly values: Record<string, unknown>
  readonly baseVersion: number | null
}

export interface CopyAddress {
  readonly patientId: number
  readonly draftKey: string
}

export interface LocalCopy extends CopyAddress, CopyContent {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

export interface LocalCopies {
  /** Keeps a text under an id, in place of what was there. */
  readonly write: (id: string, address: CopyAddress, content: CopyContent) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  /** The copies of one patient's forms, newest first. What cannot be opened any more is removed. */
  readonly of: (patientId: number) => Promise<LocalCopy[]>
  /** Nothing is written any more; resolves when nothing is under way. */
  readonly close: () => Promise<void>
}

/** A copy is removed after so many milliseconds, whoever it belongs to (promises.md H6). */
export const longestKept = 7 * 86_400_000

export interface LocalCopiesParts {
  readonly place: CopyPlace
  readonly key: CryptoKey
  readonly userId: number
  readonly practiceId: number
  readonly now?: () => number
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A row opens as what it was sealed as: moved to another patient it stays shut. */
const contextOf = ({
  id,
  userId,
  practiceId,
  patientId,
  draftKey,
}: Omit<CopyRow, 'nonce' | 'sealed' | 'savedAt'>) =>
  encoder.encode(JSON.stringify([id, userId, practiceId, patientId, draftKey]))

/** Encrypted copies of what did not reach the server yet, for one person in one practice (decision 0018). */
export const createLocalCopies = ({
  place,
  key,
  userId,
  practiceId,
  now = Date.now,
}: LocalCopiesParts): LocalCopies => {
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that what is removed after it was written stays removed. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  const seal = async (id: string, address: CopyAddress, content: CopyContent): Promise<CopyRow> => {
    const nonce = crypto.getRandomValues(new Uint8Array(12))
    const { patientId, draftKey } = address
    const row = { id, userId, practiceId, patientId, draftKey }
    // biome-ignore lint/plugin: whoever has a key has it from there
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: nonce, additionalData: contextOf(row) },
      key,
      encoder.encode(JSON.stringify(content)),
    )
    return { ...row, savedAt: now(), nonce, sealed }
  }

  const unseal = async (row: CopyRow): Promise<LocalCopy | undefined> => {
    // biome-ignore lint/plugin: whoever has a key has it from there
    const opened = await crypto.subtle
      .decrypt({ name: 'AES-GCM', iv: row.nonce, additionalData: contextOf(row) }, key, row.sealed)
      .catch(() => undefined)
    if (!opened) return undefined
    const content = JSON.parse(decoder.decode(opened)) as CopyContent
    const { id, patientId, draftKey, savedAt } = row
    return { id, patientId, draftKey, savedAt, ...content }
  }

  const isOwn = (row: CopyRow): boolean => row.userId === userId && row.practiceId === practiceId

  const read = async (patientId: number): Promise<LocalCopy[]> => {
    const rows = await place.all()
    const overdue = rows.filter((row) => now() - row.savedAt > longestKept)
    const ours = rows.filter((row) => isOwn(row) && row.patientId === patientId && !overdue.includes(row))
    const opened = await Promise.all(ours.map(unseal))
    const shut = ours.filter((_, index) => opened[index] === undefined)
    const gone = [...overdue, ...shut]
    if (gone.length > 0) await place.remove(gone.map(({ id }) => id))
    return opened.filter((copy) => copy !== undefined).sort((one, other) => other.savedAt - one.savedAt)
  }

  return {
    write: (id, address, content) =>
      inTurn(async () => {
        if (isClosed) throw new Error('These copies are closed')
        await place.put(await seal(id, address, content))
      }),
    remove: (id) => inTurn(() => place.remove([id])),
    of: (patientId) => inTurn(() => read(patientId)),
    close: async () => {
      isClosed = true
      await last
    },
  }
}
