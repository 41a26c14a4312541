import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { draftEndpoints } from '@ulna/contract/drafts/drafts'
import { erasureEndpoints } from '@ulna/contract/erasures/erasures'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import { moduleEndpoints } from '@ulna/contract/modules/modules'
import { patientArchiveEndpoints } from '@ulna/contract/patient-archive/patient-archive'
import { patientCopyEndpoints } from '@ulna/contract/patient-copies/patient-copies'
import { patientMergeEndpoints } from '@ulna/contract/patient-merges/patient-merges'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { practiceKeyEndpoints } from '@ulna/contract/practice-keys/practice-keys'
import { receiptEndpoints } from '@ulna/contract/receipts/receipts'
import { recordEndpoints } from '@ulna/contract/records/records'
import { addendumEndpoints } from '@ulna/contract/records/records.addenda'
import { retentionEndpoints } from '@ulna/contract/retention/retention'
import { absenceEndpoints, scheduleEndpoints } from '@ulna/contract/schedules/schedules'
import { sessionPackageEndpoints } from '@ulna/contract/session-packages/session-packages'
import { signatureEndpoints } from '@ulna/contract/signatures/signatures'
import { snippetEndpoints } from '@ulna/contract/snippets/snippets'
import { waitListEndpoints } from '@ulna/contract/wait-list/wait-list'
import fc from 'fast-check'
import type { TestApp } from '../../build-test-app.ts'
import { callEndpoint } from '../../client.ts'
import { caseInput, followUpInput, historyInput } from '../clinical.ts'
import { consentInput } from '../consents.ts'
import { erasuresOf, requestInput } from '../erasures.ts'
import { documentInput, formBody, jpeg, sendForm } from '../files.ts'
import type { TestPerson } from '../people.ts'
import { receiptInput } from '../receipts.ts'
import { type Ask, type Deed, type Doing, kinds, type Written } from './deeds.ts'
import { handOverDrawn, receiveDrawn } from './drawn-hand-overs.ts'
import { bringDrawn, takeBackDrawn } from './drawn-imports.ts'

/** Whatever people type: accents, other scripts, emoji, quotes, line breaks, what looks like a formula or like JSON. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.constantFrom(
    '=1+1',
    '"; drop table patients; --',
    '{"a":1}',
    'línea\notra',
    "O'Brien\\",
    '  Íñigo  ',
    '\u202Eabc',
    '👩🏽‍⚕️',
  ),
)

const deedsOf = (some: readonly Deed['kind'][]): fc.Arbitrary<readonly Deed[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...some),
      at: fc.nat(1000),
      text,
      hours: fc.integer({ min: -500, max: 500 }),
    }),
    { minLength: 10, maxLength: 40 },
  )

export const deeds = deedsOf(kinds)

/** Without files that go from practice to practice, which take a second each. */
export const ownDeeds = deedsOf(kinds.filter((kind) => kind !== 'hand-over' && kind !== 'receive'))

const hour = 3_600_000

const timesOf = (hours: number) => {
  const start = Date.now() + hours * hour
  return { start: new Date(start).toISOString(), end: new Date(start + hour / 2).toISOString() }
}

/** Most of what one does is done to somebody. */
const beginning = (['patient', 'patient', 'case'] as const).map((kind, at) => ({
  ...{ kind, at, hours: 0 },
  text: 'Mariana',
}))

/** Does in a practice what was drawn. What is refused is left: not everything fits to what came before. */
export const play = async (app: TestApp, by: TestPerson, all: readonly Deed[]): Promise<Written> => {
  const written: Written = { patients: [], records: [], cases: [], visits: [], imports: [], done: 0 }
  for (const deed of beginning) await carryOut(app, by, written, deed)
  for (const deed of all) if (await carryOut(app, by, written, deed)) written.done += 1
  return written
}

const chosen = <T>(some: readonly T[], { at }: Deed): T | undefined => some[at % Math.max(1, some.length)]

/** Two files become one; where both have a history, the joint one says what was typed. */
const mergeTwo = async (ask: Ask, [id, otherId]: readonly [number, number], typed: string): Promise<void> => {
  for (const one of [id, otherId])
    await ask(patientEndpoints.update, { params: { id: one }, body: { unlocked: true, reason: typed } })
  const body = { otherId, reason: typed, fields: { note: 'both', address: 'other' } }
  const history = { recordClassId: 'med_hist_default', data: { profession: typed } }
  if (!(await ask(patientMergeEndpoints.merge, { params: { id }, body })))
    await ask(patientMergeEndpoints.merge, { params: { id }, body: { ...body, history } })
}

/** Somebody who is archived is blocked, and half of the time destroyed. */
const eraseOne = async (
  app: TestApp,
  by: TestPerson,
  ask: Ask,
  { patientId, isDue }: { readonly patientId: number; readonly isDue: boolean },
): Promise<void> => {
  const { choose, comeDue } = erasuresOf(app, by)
  await choose({ rule: 'own', years: 0 })
  await ask(patientArchiveEndpoints.archive, { params: { id: patientId }, body: {} })
  const blocked = await ask(erasureEndpoints.block, { params: { patientId }, body: requestInput })
  if (blocked && isDue) await comeDue(blocked.id)
}

/** Answers whether any of it was taken. */
const carryOut = async (app: TestApp, by: TestPerson, written: Written, deed: Deed): Promise<boolean> => {
  let isTaken = false
  const ask: Ask = async <T>(endpoint: EndpointShape, input: object) => {
    const { status, payload } = await callEndpoint(app, endpoint, { token: by.token, ...input })
    if (status >= 400) return undefined
    isTaken = true
    return payload as T
  }
  const doing: Doing = { app, by, written, deed, ask }
  const patientId = chosen(written.patients, deed) ?? 0
  const record = chosen(written.records, deed)
  const pair = { patientId: record?.ownerId ?? 0, recordId: record?.id ?? 0 }
  const { text: typed } = deed
  const write = async (body: { readonly ownerId: number }): Promise<number | undefined> => {
    const one = await ask(recordEndpoints.create, { body })
    if (one) written.records.push({ id: one.id, ownerId: body.ownerId })
    return one?.id
  }
  const ways: Readonly<Record<Deed['kind'], () => Promise<unknown>>> = {
    patient: async () => {
      const body = { firstName: typed, lastName: typed, note: typed, birthDate: '1980-02-29' }
      const one = await ask(patientEndpoints.create, { body })
      if (one) written.patients.push(one.id)
    },
    rename: () =>
      ask(patientEndpoints.update, { params: { id: patientId }, body: { lastName: typed, address: typed } }),
    history: () => write(historyInput(patientId, { profession: typed })),
    case: async () => {
      const id = await write(caseInput(patientId, { name: typed, painDescription: typed }))
      if (id !== undefined) written.cases.push({ id, ownerId: patientId })
    },
    'follow-up': async () => {
      const one = chosen(written.cases, deed)
      if (one) await write(followUpInput(one.ownerId, one.id, { patientObs: typed }))
    },
    correct: () =>
      ask(recordEndpoints.update, { params: { id: record?.id ?? 0 }, body: { data: { profession: typed } } }),
    addendum: () => ask(addendumEndpoints.create, { params: { id: record?.id ?? 0 }, body: { text: typed } }),
    sign: () => ask(signatureEndpoints.save, { params: pair, body: { signed: true, typedName: typed } }),
    withdraw: () =>
      ask(signatureEndpoints.save, {
        params: pair,
        body: { signed: false, reason: `${typed} y algo más de texto` },
      }),
    void: () =>
      ask(recordEndpoints.remove, {
        params: { id: record?.id ?? 0 },
        body: { reason: `${typed} por error` },
      }),
    file: async () => {
      const recordId = await write(documentInput(patientId, { name: typed }))
      if (recordId === undefined) return
      await sendForm(app, by, { recordId, body: formBody(await jpeg(), { name: 'foto espalda.jpg' }) })
    },
    visit: async () => {
      const body = {
        doctorId: by.doctorId,
        patientId,
        ...timesOf(deed.hours),
        note: typed,
        allowOverlap: true,
      }
      const one = await ask(appointmentEndpoints.create, { body })
      if (one) written.visits.push(one.id)
    },
    series: () =>
      ask(appointmentEndpoints.create, {
        body: {
          ...{ doctorId: by.doctorId, patientId, ...timesOf(Math.abs(deed.hours) + 24), title: typed },
          every: { repeat: true, freq: 'week', interval: 1, count: 4 },
          allowOverlap: true,
        },
      }),
    cancel: () =>
      ask(appointmentEndpoints.update, {
        params: { id: chosen(written.visits, deed) ?? 0 },
        body: { status: 'cancelled', cancelReason: typed },
      }),
    package: () =>
      ask(sessionPackageEndpoints.create, {
        body: {
          ownerId: patientId,
          doctorId: by.doctorId,
          numSessions: 1 + (deed.at % 10),
          description: typed,
          autoAdd: true,
        },
      }),
    receipt: () => ask(receiptEndpoints.issue, { body: receiptInput(patientId, { notes: typed }) }),
    wait: () => ask(waitListEndpoints.create, { body: { patientId, minutes: 30, note: typed } }),
    hold: () => ask(retentionEndpoints.hold, { params: { patientId }, body: { reason: typed } }),
    archive: () =>
      ask(patientArchiveEndpoints.archive, { params: { id: patientId }, body: { reason: typed } }),
    absence: () =>
      ask(absenceEndpoints.create, { body: { doctorId: by.doctorId, ...timesOf(deed.hours), title: typed } }),
    snippet: () =>
      ask(snippetEndpoints.create, { body: { shortcut: `a${deed.at}`, title: typed, text: typed } }),
    draft: () =>
      ask(draftEndpoints.save, {
        params: { patientId, key: `new:${deed.at}` },
        body: { data: { profession: typed } },
      }),
    consent: async () => {
      await ask(moduleEndpoints.install, { params: { id: 'consents' } })
      const recordId = await write(consentInput(patientId, typed))
      const params = { patientId, recordId: recordId ?? 0 }
      await ask(signatureEndpoints.save, { params, body: { signed: true, typedName: typed } })
    },
    hours: () =>
      ask(scheduleEndpoints.update, {
        params: { doctorId: by.doctorId },
        body: { hours: [{ weekday: 1 + (deed.at % 7), from: '08:00', to: '13:00' }], capacity: 2 },
      }),
    key: () =>
      ask(practiceKeyEndpoints.create, { body: { name: typed, scopes: ['patients'], lifetime: 30 } }),
    copy: () =>
      ask(patientCopyEndpoints.ask, {
        params: { id: patientId },
        body: { askedOn: '2026-01-12', askedBy: 'patient', identity: 'document' },
      }),
    erase: () => eraseOne(app, by, ask, { patientId, isDue: deed.at % 2 === 0 }),
    import: () => bringDrawn(doing),
    'take-back': () => takeBackDrawn(doing),
    'hand-over': () => handOverDrawn(doing, patientId),
    receive: () => receiveDrawn(doing, patientId),
    merge: () =>
      mergeTwo(ask, [patientId, written.patients[(deed.at + 1) % written.patients.length] ?? 0], typed),
  }
  await ways[deed.kind]()
  return isTaken
}
