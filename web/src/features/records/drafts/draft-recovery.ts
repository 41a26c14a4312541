import { type Draft, draftEndpoints } from '@ulna/contract/drafts/drafts'
import { hasKey, isTemporary } from '../../../api/http/api-error.ts'
import type { LocalCopies, LocalCopy } from '../../../api/local-copies/local-copies.store.ts'
import { isAnyCopyHere, localCopies } from '../../../api/local-copies/local-copies.ts'
import { call } from '../../../api/session/client.ts'
import { livingCopies } from './device-copy-events.ts'
import { placeOfRecovered } from './recovered-place.ts'

/** Keys of drafts that came from this device in this sitting. */
const recovered = new Set<string>()

export const isRecovered = (patientId: number, key: string): boolean => recovered.has(`${patientId}/${key}`)

const send = async (copy: LocalCopy, key: string): Promise<Draft> => {
  const { payload } = await call(draftEndpoints.save, {
    params: { patientId: copy.patientId, key },
    body: {
      data: copy.values,
      baseVersion: copy.baseVersion,
      writtenAt: new Date(copy.savedAt).toISOString(),
    },
    silent: true,
  })
  return payload
}

/** Hands a copy to the server and then forgets it here; answers the drafts as they are after it. */
const handOver = async (copies: LocalCopies, copy: LocalCopy, drafts: Draft[]): Promise<Draft[]> => {
  const key = placeOfRecovered(copy, drafts)
  try {
    const draft = key === undefined ? undefined : await send(copy, key)
    await copies.remove(copy.id)
    if (!draft) return drafts
    recovered.add(`${copy.patientId}/${draft.key}`)
    return [draft, ...drafts]
  } catch (error) {
    // What the server will never take (its record is gone) is not tried for ever; anything else waits here.
    const isPointless = hasKey(error, 'not_found') || hasKey(error, 'patient_record_not_match')
    if (isPointless && !isTemporary(error)) await copies.remove(copy.id)
    return drafts
  }
}

/**
 * The drafts of a patient, with what tabs that crashed left on this device: it is with the server from now on, and
 * offered like every other copy.
 */
export const withRecovered = async (patientId: number, drafts: Draft[]): Promise<Draft[]> => {
  if (!(await isAnyCopyHere())) return drafts
  const copies = await localCopies()
  const [found, living] = await Promise.all([copies.of(patientId), livingCopies()])
  let all = drafts
  for (const copy of found) if (!living.has(copy.id)) all = await handOver(copies, copy, all)
  return all
}
