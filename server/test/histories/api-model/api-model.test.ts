import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { addMember, registerOwner, type TestPerson } from '../../factories/people.ts'
import { reportFigures } from '../../faults/figures.ts'
import { sizes } from '../../faults/sizes.ts'
import { mintToken } from '../../sweeps/scene/minted-session.ts'
import { testServer } from '../../test-practice.ts'
import { type Call, calls, play } from './api-model.calls.ts'
import { emptyModel, type Model, type Person } from './api-model.ts'

const app = await testServer()

interface World {
  readonly model: Model
  readonly people: readonly Person[]
  tokenOf(person: Person): Promise<string>
}

const personOf = (
  name: string,
  { practiceId, doctorId }: TestPerson,
  role: Person['role'],
  clinical: boolean,
): Person => ({ name, practice: practiceId, doctorId, role, clinical })

/** Two practices: three roles in one, and an owner in the other who knows all its ids. */
const stage = async (): Promise<World> => {
  const owner = await registerOwner(app)
  const practitioner = await addMember(app, owner.practiceId, 'practitioner', true)
  const assistant = await addMember(app, owner.practiceId, 'assistant', false)
  const stranger = await registerOwner(app)
  const signedIn = { owner, practitioner, assistant, stranger }
  const tokens = new Map<string, string>()
  for (const [name, person] of Object.entries(signedIn)) tokens.set(name, await mintToken(app, person))
  return {
    model: emptyModel(),
    people: [
      personOf('owner', owner, 'owner', true),
      personOf('practitioner', practitioner, 'practitioner', true),
      personOf('assistant', assistant, 'assistant', false),
      personOf('stranger', stranger, 'owner', true),
    ],
    tokenOf: async ({ name }) => tokens.get(name) ?? '',
  }
}

const stepsOfRun = 120
let steps = 0
let succeeded = 0
const made = new Map<string, number>()
afterAll(() => reportFigures('B10', { steps, succeeded, kinds: Object.fromEntries(made) }))

/** What the answer says where the model has something to say. */
const expectSaid = (call: Call, payload: never, metadata: never, what: string): void => {
  if (call.says) expect(call.says(payload, metadata), what).toEqual(call.toSay)
}

const step = async ({ model, people, tokenOf }: World, [name, who, a, b]: Step): Promise<void> => {
  // Of what needs a patient there is none before one is registered.
  const kind = model.patients.size === 0 ? 'registerPatient' : name
  const call = calls[kind]?.(model, { people, who, a, b })
  if (!call) return
  const { answer, outcome } = await play(app, call, await tokenOf(call.by))
  const what = `${kind} by the ${call.by.name} after ${steps} steps answered ${answer.status} ${answer.text}`
  expect(outcome, what).toBe(call.expected)
  if (outcome === 'ok') {
    expectSaid(call, answer.payload, answer.metadata, what)
    call.effect?.(answer.payload)
    succeeded += 1
  }
  steps += 1
  made.set(kind, (made.get(kind) ?? 0) + 1)
}

/** A fifth of what is drawn is nothing that one could do at that moment: there is no visit yet that could move. */
const drawnForOne = 1.5

const drawn = fc.tuple(
  fc.constantFrom(...Object.keys(calls)),
  fc.nat({ max: 11 }),
  fc.nat({ max: 60 }),
  fc.nat({ max: 60 }),
)
type Step = readonly [name: string, who: number, a: number, b: number]

it('B10 three roles of a practice and a stranger do what they like, and every answer is the one that was foretold', {
  timeout: sizes.patienceMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: stepsOfRun, maxLength: stepsOfRun }), async (script) => {
      if (steps >= sizes.apiSteps) return
      const world = await stage()
      for (const one of script) await step(world, one)
    }),
    // Its sentence and the seed say which step it was: to look for a shorter way there takes hours.
    { numRuns: Math.ceil((sizes.apiSteps * drawnForOne) / stepsOfRun), endOnFailure: true },
  )
  expect(steps).toBeGreaterThanOrEqual(sizes.apiSteps)
  expect(succeeded).toBeGreaterThan(steps / 3)
})
