import { randomUUID } from 'node:crypto'
import { appointmentEndpoints } from '@ulna/contract/appointments/appointments'
import { patientFileEndpoints } from '@ulna/contract/patient-file/patient-file'
import { patientEndpoints } from '@ulna/contract/patients/patients'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { sharedTables } from '../../src/platform/database/distribution/distribution.ts'
import { callEndpoint } from '../client.ts'
import { createPatient } from '../factories/clinical.ts'
import { signIn } from '../factories/people.ts'
import { testPractice } from '../test-practice.ts'

interface Wire {
  parse(message: { readonly name: string; readonly text: string }): void
  bind(message: { readonly statement: string }): void
  sync(): void
}

const texts = new Map<string, string>()
/** What is on its way to the database together: the texts of its statements. */
let journeys: string[][] = []
let leaving: string[] = []

const wire = pg.Connection.prototype as unknown as Wire
const { parse, bind, sync } = wire
const listening: Wire & ThisType<Wire> = {
  parse(message) {
    texts.set(message.name, message.text)
    parse.call(this, message)
  },
  bind(message) {
    leaving.push(texts.get(message.statement) ?? '')
    bind.call(this, message)
  },
  sync() {
    journeys.push(leaving)
    leaving = []
    sync.call(this)
  },
}
Object.assign(wire, listening)
// Other files of this worker use the same driver.
afterAll(() => Object.assign(wire, { parse, bind, sync }))

// What its connections are told once is heard too.
const { app, owner } = await testPractice({ alone: true })

/** The fewest journeys of five calls: other work of the server may come between. */
const journeysOf = async (call: () => Promise<unknown>): Promise<string[][]> => {
  const all: string[][][] = []
  for (let turn = 0; turn < 5; turn += 1) {
    journeys = []
    await call()
    all.push(journeys)
  }
  return all.toSorted((one, other) => one.length - other.length)[0] ?? []
}

it.each([
  ['patient', patientEndpoints.read],
  ['file', patientFileEndpoints.open],
  ['glance', patientFileEndpoints.glance],
] as const)(
  'a read of a %s asks for the session, for what is read, the patient last, for the head of the trail, and writes its row',
  async (_, endpoint) => {
    const { id } = await createPatient(app, owner)
    const [session, read, head, row, ...more] = await journeysOf(() =>
      callEndpoint(app, endpoint, { params: { id }, token: owner.token }),
    )
    expect(more).toEqual([])
    expect(session?.at(-1)).toContain('from access_tokens')
    // That the patient is in sight at the end says that nobody had blocked them or merged their file before.
    expect(read?.at(-1)).toMatch(/from patients p where/)
    expect(head?.at(-1)).toContain('from audit_heads')
    expect(row?.join()).toContain('insert into audit_events')
  },
)

it('a change is committed on the journey on which it is asked whether the patient is blocked, its answer kept, and its row written', async () => {
  const { id } = await createPatient(app, owner)
  let slot = 0
  const journeys = await journeysOf(() => {
    slot += 1
    const start = Date.UTC(2030, 0, 1) + slot * 3_600_000
    return callEndpoint(app, appointmentEndpoints.create, {
      token: owner.token,
      headers: { 'idempotency-key': randomUUID() },
      body: {
        doctorId: owner.doctorId,
        patientId: id,
        start: new Date(start).toISOString(),
        end: new Date(start + 1_800_000).toISOString(),
        title: 'Control',
      },
    })
  })
  const last = journeys.at(-1)?.join('\n')
  for (const part of ['refuse_gone', 'into idempotency_keys', 'into audit_events', 'commit'])
    expect(last).toContain(part)
  // The session, the key of the call, who and what is there at that time, the visit, its news, and the end.
  expect(journeys).toHaveLength(6)
})

it('a sign-in changes nothing of what all practices share, which on several machines is locked on all of them', async () => {
  const journeys = await journeysOf(() => signIn(app, owner.username))
  const changed = journeys
    .flat()
    .flatMap((text) => [...text.matchAll(/(?:update|insert into|delete from) "?(\w+)/g)])
    .map(([, table]) => table)
  expect(changed).toContain('sessions')
  expect(changed.filter((table) => (sharedTables as readonly unknown[]).includes(table))).toEqual([])
})
