import { patientConsentEndpoints } from '@ulna/contract/patient-consents/patient-consents'
import { signatureEndpoints } from '@ulna/contract/signatures/signatures'
import type { TestApp } from '../../build-test-app.ts'
import { callEndpoint } from '../../client.ts'
import { caseInput, createPatient, writeRecord } from '../../factories/clinical.ts'
import { giveConsent } from '../../factories/consents.ts'
import type { TestPerson } from '../../factories/people.ts'
import { installFor } from './modules.ts'

export const stageSigning = async (app: TestApp, by: TestPerson, clinician: TestPerson, canary: string) => {
  const patient = await createPatient(app, by, { firstName: 'Firmante', lastName: canary })
  const record = await writeRecord(app, clinician, caseInput(patient.id, { name: `Esguince ${canary}` }))
  const pair = { patientId: patient.id, recordId: record.id }
  const bodies = [
    { signed: true, typedName: `Firmante ${canary}` },
    { signed: true, typedName: `Firma ${canary}`, signer: 'practitioner' },
    { signed: false, reason: `Firmó otra persona ${canary}` },
  ]
  for (const body of bodies) {
    const { token } = clinician
    const { status, text } = await callEndpoint(app, signatureEndpoints.save, { token, params: pair, body })
    if (status !== 201) throw new Error(`signature answered ${status}: ${text}`)
  }
  return { signing: pair }
}

/** Two consents of whoever signs in the scene: one is taken back. */
export const stageConsents = async (
  app: TestApp,
  [by, clinician]: readonly [TestPerson, TestPerson],
  patientId: number,
  canary: string,
) => {
  await installFor(app, by, 'consents')
  const written = { zone: `Trapecio ${canary}`, name: `Firmante ${canary}` }
  const given = await giveConsent(app, clinician, patientId, written)
  const taken = await giveConsent(app, clinician, patientId, written)
  const { status, text } = await callEndpoint(app, patientConsentEndpoints.withdraw, {
    token: clinician.token,
    params: { recordId: taken.id },
    body: { reason: `Prefiere ejercicio ${canary}` },
  })
  if (status !== 201) throw new Error(`the withdrawal answered ${status}: ${text}`)
  return { consentId: given.id }
}
