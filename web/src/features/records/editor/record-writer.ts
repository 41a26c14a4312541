import type { RecordRow } from '@ulna/contract/records/records'
import { newIdempotencyKey } from '../../../api/http/http-client.ts'
import { type FormValues, sameValues } from '../../../blocks/record-form/form/form-values.ts'

export interface RecordWriterCalls<R extends Pick<RecordRow, 'id' | 'version'>> {
  /** Creates, of a day or of now; the same `key` and data answer the same record again (product-decisions.md §2, Idempotency-Key). */
  create: (data: FormValues, key: string, date: string | undefined) => Promise<R>
  update: (id: number, data: FormValues, version: number, date: string | undefined) => Promise<R>
  /** True when nobody knows whether the call was carried out: no answer came, or the server was away. */
  isUnknown: (error: unknown) => boolean
  newKey?: () => string
}

/**
 * Creates a record exactly once, however often one presses save. When the answer to the first try was lost, the
 * next save first repeats that try under its key, and then writes what was changed since.
 */
export const createRecordWriter = <R extends Pick<RecordRow, 'id' | 'version'>>({
  create,
  update,
  isUnknown,
  newKey = newIdempotencyKey,
}: RecordWriterCalls<R>) => {
  let attempt: { key: string; data: FormValues; date: string | undefined } | undefined

  const firstTry = async (data: FormValues, date: string | undefined): Promise<R> => {
    const current = attempt ?? { key: newKey(), data, date }
    attempt = current
    try {
      const record = await create(current.data, current.key, current.date)
      attempt = undefined
      return record
    } catch (error) {
      if (!isUnknown(error)) attempt = undefined
      throw error
    }
  }

  return async (data: FormValues, date?: string): Promise<R> => {
    const sent = attempt ?? { data, date }
    const record = await firstTry(data, date)
    // Sent of a day and saved after all as of now: it is dated anew.
    const moved = sent.date === date ? undefined : (date ?? new Date().toISOString())
    const isSame = sameValues(sent.data, data) && moved === undefined
    return isSame ? record : update(record.id, data, record.version, moved)
  }
}
