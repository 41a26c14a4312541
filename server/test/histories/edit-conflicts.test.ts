import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import { recordEndpoints } from '@ulna/contract/records/records'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { callEndpoint, type TestAnswer } from '../client.ts'
import { bookAppointment, createPatient, historyInput, writeRecord } from '../factories/clinical.ts'
import { addMember, signIn, type TestPerson } from '../factories/people.ts'
import { reportFigures } from '../faults/figures.ts'
import { sizes } from '../faults/sizes.ts'
import { testPractice } from '../test-practice.ts'

const { app, owner } = await testPractice()
const colleague = await addMember(app, owner.practiceId, 'admin', true)
const otherTab = await signIn(app, owner.username)

interface Versioned {
  readonly version: number
}

/** One kind of thing that two people change at once. */
interface Contest {
  readonly kind: string
  /** Makes the thing and answers its id. */
  create(): Promise<number>
  /** The two who change it. */
  rivals(): readonly [TestPerson, TestPerson]
  readonly endpoints: {
    readonly read:
      | typeof recordEndpoints.read
      | typeof patientEndpoints.read
      | typeof appointmentEndpoints.read
    readonly update:
      | typeof recordEndpoints.update
      | typeof patientEndpoints.update
      | typeof appointmentEndpoints.update
  }
  /** A change that carries this text. */
  change(text: string): Record<string, unknown>
  textOf(thing: unknown): string
  /** Every text that its history holds, oldest first. */
  history(id: number): Promise<string[]>
}

const textsOf = async (
  table: string,
  idColumn: string,
  expression: string,
  id: number,
): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    select ${sql.raw(expression)} as text from ${sql.table(table)} where ${sql.ref(idColumn)} = ${id} order by version`.execute(
    app.owner.queries,
  )
  return rows.map((row) => row.text)
}

const contests: readonly Contest[] = [
  {
    // Only the author changes a record: it is the same person in two tabs.
    kind: 'record',
    create: async () => {
      const patient = await createPatient(app, owner)
      return (await writeRecord(app, owner, historyInput(patient.id, { profession: 'Docente' }))).id
    },
    rivals: () => [owner, otherTab],
    endpoints: recordEndpoints,
    change: (text) => ({ data: { gender: 'f', profession: text } }),
    textOf: (thing) => (thing as { data: { profession: string } }).data.profession,
    history: (id) => textsOf('record_versions', 'record_id', "data->>'profession'", id),
  },
  {
    kind: 'patient',
    create: async () => (await createPatient(app, owner, { note: 'Docente' })).id,
    rivals: () => [owner, colleague],
    endpoints: patientEndpoints,
    change: (text) => ({ note: text }),
    textOf: (thing) => (thing as { note: string }).note,
    history: (id) => textsOf('patient_versions', 'patient_id', "body::json->>'note'", id),
  },
  {
    kind: 'appointment',
    create: async () => (await bookAppointment(app, owner, { note: 'Docente', allowOverlap: true })).id,
    rivals: () => [owner, colleague],
    endpoints: appointmentEndpoints,
    change: (text) => ({ note: text }),
    textOf: (thing) => (thing as { note: string }).note,
    history: (id) => textsOf('appointment_versions', 'appointment_id', "body::json->>'note'", id),
  },
]

const put = (
  contest: Contest,
  by: TestPerson,
  id: number,
  body: Record<string, unknown>,
): Promise<TestAnswer> =>
  callEndpoint(app, contest.endpoints.update, { params: { id }, token: by.token, body })

const read = async (contest: Contest, id: number): Promise<Versioned> =>
  (await callEndpoint(app, contest.endpoints.read, { params: { id }, token: owner.token })).payload

/** Both change the same version at once; answers the text of the one who was first. */
const race = async (contest: Contest, id: number, round: number): Promise<string> => {
  const { version } = await read(contest, id)
  const answers = await Promise.all(
    contest
      .rivals()
      .map((rival, index) =>
        put(contest, rival, id, { ...contest.change(`round ${round} rival ${index}`), version }),
      ),
  )
  const winner = answers.find((answer) => answer.status === 200)
  const loser = answers.find((answer) => answer !== winner)
  if (!winner || !loser) throw new Error(`answered ${answers.map((answer) => answer.text).join(' ')}`)
  expect(loser).toMatchObject({ status: 409, errors: [{ message: 'version_conflict' }] })
  // What the loser is shown is what the winner made of it, and that is what is stored.
  expect((loser.metadata as { current: unknown }).current).toEqual(winner.payload)
  expect(await read(contest, id)).toEqual(winner.payload)
  expect((winner.payload as Versioned).version).toBe(version + 1)
  return contest.textOf(winner.payload)
}

describe('two people change the same thing', () => {
  it.each(contests)(
    `B1 $kind: in each of ${sizes.conflictRounds} rounds one wins, the other gets 409 with the current version, no update is lost`,
    { timeout: sizes.patienceMs },
    async (contest) => {
      const id = await contest.create()
      const winners = ['Docente']
      for (let round = 1; round <= sizes.conflictRounds; round += 1)
        winners.push(await race(contest, id, round))
      expect(await contest.history(id)).toEqual(winners)
      reportFigures('B1', { kind: contest.kind, n: sizes.conflictRounds, failures: 0 })
    },
  )

  it.each(contests)(
    'B1 $kind: a change that names no version is accepted, and kept in the history',
    async (contest) => {
      const id = await contest.create()
      const [one, other] = contest.rivals()
      const answers = await Promise.all([
        put(contest, one, id, contest.change('one')),
        put(contest, other, id, contest.change('other')),
      ])
      expect(answers.map((answer) => answer.status)).toEqual([200, 200])
      expect((await contest.history(id)).sort()).toEqual(['Docente', 'one', 'other'])
    },
  )
})
