import type { Patient } from '@ulna/contract/patients/patients'
import { defaultConfigurations } from '@ulna/contract/practices/practices.defaults'
import type { FhirResource } from 'fhir/r4'
import { describe, expect, it } from 'vitest'
import { testSecret } from '../../../test/build-test-app.ts'
import {
  bookAppointment,
  caseInput,
  createPatient,
  historyInput,
  writeRecord,
} from '../../../test/factories/clinical.ts'
import { addMember } from '../../../test/factories/people.ts'
import { testPractice } from '../../../test/test-practice.ts'
import type { PracticeActor } from '../../platform/sessions/actor.ts'
import { lookUp } from '../../platform/use-case.ts'
import { RecordClasses } from '../modules/modules.service.ts'
import { createSealKeys } from '../signatures/signatures.seals.ts'
import { type HandOutWish, resourcesOfPatient, summaryOfPatient } from './fhir.service.ts'
import { faultsOf } from './validation/fhir.validators.fixture.ts'
import { summaryFaults } from './validation/ips.rules.fixture.ts'

const { app, owner } = await testPractice()
const seals = { keys: createSealKeys(testSecret), files: null }
const dependencies = { classes: new RecordClasses(), appUrl: () => 'https://ulna.test', seals }

/** The owner, as a use case that hands out a file has them. */
const actor: PracticeActor = {
  kind: 'member',
  call: { requestId: 'test', ip: null, userAgent: null, device: null, idempotent: null },
  userId: owner.userId,
  sessionId: 0,
  practiceKeyId: null,
  language: 'es',
  email: 'laura@practice.test',
  fresh: false,
  handedOver: null,
  practiceId: owner.practiceId,
  doctorId: owner.doctorId,
  role: 'owner',
  clinical: true,
  timezone: 'America/Bogota',
  configurations: defaultConfigurations,
}

const everything = (wish: HandOutWish): Promise<FhirResource[]> =>
  lookUp(app.db, actor, async (tx) => {
    const found: FhirResource[] = []
    for await (const one of resourcesOfPatient(tx, actor, dependencies, wish)) found.push(one)
    return found
  })

const secret = 'Exagera sus dolores'

/** A file that tells the same secret wherever something may be kept back. */
const fileWithSecret = async (day: string): Promise<Patient> => {
  const patient = await createPatient(app, owner, { note: `${secret} 1`, clinicSummary: `${secret} 2` })
  await writeRecord(
    app,
    owner,
    historyInput(patient.id, { allergies: `${secret} 3`, warning: `${secret} 4` }),
  )
  await writeRecord(app, owner, caseInput(patient.id, { name: `${secret} 5`, doctorObs: `${secret} 6` }))
  await bookAppointment(app, owner, {
    patientId: patient.id,
    note: `${secret} 7`,
    start: `${day}T15:00:00Z`,
    end: `${day}T15:45:00Z`,
  })
  return patient
}

const told = (resources: readonly FhirResource[]): string[] => [
  ...new Set(JSON.stringify(resources).match(new RegExp(`${secret} \\d`, 'g'))),
]

describe('a file that is handed out', () => {
  it('names who wrote and treated, and no colleague who had nothing to do with it', async () => {
    const colleague = await addMember(app, owner.practiceId, 'practitioner', true)
    const treating = await addMember(app, owner.practiceId, 'practitioner', true)
    const { id: patientId } = await createPatient(app, owner)
    await writeRecord(app, treating, caseInput(patientId))
    const found = await everything({ patientId, language: 'es' })
    const named = (type: string) => found.filter(({ resourceType }) => resourceType === type)
    const ids = named('Practitioner').map(({ id }) => id)
    expect(ids).toContain(`doctor-${treating.doctorId}`)
    expect(ids).not.toContain(`doctor-${colleague.doctorId}`)
    expect(named('PractitionerRole')).toHaveLength(ids.length)
    expect(JSON.stringify(found)).not.toContain(`doctor-${colleague.doctorId}`)
  })

  it('has all of it where nothing is kept back, and nothing anywhere of what is', async () => {
    const { id: patientId } = await fileWithSecret('2027-03-01')
    const wish = { patientId, language: 'es' as const }
    expect(told(await everything(wish)).toSorted()).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((one) => `${secret} ${one}`),
    )
    const withoutNotes = await everything({ ...wish, withheldParts: new Set(['notes'] as const) })
    expect(told(withoutNotes).toSorted()).toEqual([3, 4, 5, 6].map((one) => `${secret} ${one}`))
    const kept = new Set(['allergies', 'warning', 'name', 'doctorObs'])
    const withheld = await everything({
      ...wish,
      withheldParts: new Set(['notes'] as const),
      withholds: (_, { id }) => kept.has(id),
    })
    expect(told(withheld)).toEqual([])
    expect(withheld.flatMap(faultsOf)).toEqual([])
    const masked = (type: string, name: string) =>
      withheld
        .filter((one) => one.resourceType === type && JSON.stringify(one).includes(name))
        .map((one) => /"valueCode":"masked"/.test(JSON.stringify(one)))
    const places = [
      ['Patient', '/patient-note"'],
      ['Patient', '/clinic-summary"'],
      ['Appointment', '"_comment"'],
      ['QuestionnaireResponse', '/record-name"'],
      ['Condition', '"code":{"extension"'],
    ] as const
    for (const [type, name] of places) expect([name, masked(type, name)]).toEqual([name, [true]])
  })

  it('says that addenda and reasons are kept back, of every record, whether or not it has any', async () => {
    const { id: patientId } = await createPatient(app, owner)
    await writeRecord(app, owner, caseInput(patientId))
    const withheldParts = new Set(['addenda', 'voidReasons'] as const)
    const found = await everything({ patientId, language: 'es', withheldParts })
    const [response] = found.filter(({ resourceType }) => resourceType === 'QuestionnaireResponse')
    expect(JSON.stringify(response)).toContain('/addendum"')
    expect(JSON.stringify(response)).not.toContain('"voided"')
    expect(found.flatMap(faultsOf)).toEqual([])
  })

  it('has a summary that keeps its rules, and says of a list that it is kept back', async () => {
    const { id: patientId } = await fileWithSecret('2027-03-02')
    const summary = await lookUp(app.db, actor, (tx) =>
      summaryOfPatient(tx, actor, dependencies, {
        patientId,
        language: 'en',
        withholds: (_, { id }) => id === 'allergies',
      }),
    )
    expect([summaryFaults(summary as never), faultsOf(summary as never)]).toEqual([[], []])
    const text = JSON.stringify(summary)
    expect(text).toContain('"code":"withheld"')
    expect(text).not.toContain(`${secret} 3`)
    expect(text).toContain(`${secret} 4`)
  })
})
