import type { RecordRow } from '@ulna/contract/records/records'
import type { TestApp } from '../build-test-app.ts'
import { writeRecord } from './clinical.ts'
import type { TestPerson } from './people.ts'
import { signByTyping } from './signatures.ts'

/** A consent to dry needling as it is written, before anybody signs it; the module `consents` has to be installed. */
export const consentInput = (patientId: number, zone = 'Trapecio superior derecho') => ({
  ownerId: patientId,
  type: 'test',
  subtype: 'consent_dry_needling',
  recordClassId: 'consent_dry_needling',
  data: { needlingArea: zone },
})

/** One that the patient signed. */
export const giveConsent = async (
  app: TestApp,
  by: TestPerson,
  patientId: number,
  { zone, name }: { zone?: string; name?: string } = {},
): Promise<RecordRow> => {
  const record = await writeRecord(app, by, consentInput(patientId, zone))
  await signByTyping(app, by, record, name === undefined ? {} : { typedName: name })
  return record
}
