// Sends the steps of a day, each at its moment: a process of its own, so that it shares no thread with what it measures.
// It is told what to do by who started it (drive.ts) and tells what became of every call.
import { performance } from 'node:perf_hooks'
import { storageCall } from './agenda-calls.ts'
import type { About, Page, Step } from './calls.ts'
import { type Listening, listenAs } from './live.ts'
import { createPerson, type Person } from './person.ts'
import { type Act, type PlanOptions, planDay } from './plan.ts'
import { nextTime, type PracticeTime, type SeededPractice } from './seed.ts'

export interface Order {
  readonly url: string
  readonly pageTag: string
  readonly plan: PlanOptions
  readonly time: PracticeTime
  readonly practices: readonly SeededPractice[]
}

export interface Outcome {
  /** Milliseconds of each call from the moment it was due, by step. */
  readonly latencies: Readonly<Partial<Record<Step, readonly number[]>>>
  readonly failures: Readonly<Partial<Record<Step, number>>>
  /** Some of what went wrong, as it was answered. */
  readonly examples: readonly string[]
  /** Milliseconds that each wave of calls was begun behind its moment. */
  readonly lags: readonly number[]
}

/** What is still open so long behind the last step counts as never answered. */
const grace = 20_000
const storageEvery = 30_000
const mostExamples = 8

interface Desk {
  readonly person: Person
  readonly live: Listening
  page: Page
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

/** Notes what became of the calls that were due while it counted. */
const createLedger = (zero: number, end: number) => {
  const latencies: Partial<Record<Step, number[]>> = {}
  const failures: Partial<Record<Step, number>> = {}
  const examples: string[] = []
  const lags: number[] = []
  const counts = (due: number): boolean => due >= zero && due < end
  return {
    record: (step: Step, due: number, failure?: string): void => {
      if (failure !== undefined && examples.length < mostExamples) examples.push(`${step}: ${failure}`)
      if (!counts(due)) return
      latencies[step] ??= []
      latencies[step].push(performance.now() - due)
      if (failure !== undefined) failures[step] = (failures[step] ?? 0) + 1
    },
    noteLag: (due: number): void => {
      if (counts(due)) lags.push(performance.now() - due)
    },
    outcome: (): Outcome => ({ latencies, failures, examples, lags }),
  }
}

type Ledger = ReturnType<typeof createLedger>

const openDesks = ({ url, pageTag, practices }: Order, { record }: Ledger): Desk[][] =>
  practices.map(({ people }) =>
    people.map((who) => {
      const person = createPerson({ url, who, pageTag }, record)
      const lost = (error: unknown) => record('stream opened', performance.now(), `broke off: ${error}`)
      const live = listenAs(person, { page: () => desk.page, lost })
      const desk: Desk = { person, page: { shows: 'nothing' }, live }
      return desk
    }),
  )

/** The visit with this number, of the practitioner whose turn it is. */
const aboutOf = ({ practices, plan, time }: Order, { practice, turn }: Act, { who }: Person): About => {
  const ofDoctor = practices[practice]?.visits[turn % plan.practitioners] ?? []
  const round = Math.floor(turn / plan.practitioners)
  const visit = ofDoctor[round % ofDoctor.length]
  if (!visit) throw new Error(`practice ${practice} has no visits today`)
  return { who, visit, next: nextTime(time, round), known: {} }
}

/** What a page asks before it knows who sits there. */
const beforeSession: ReadonlySet<Step> = new Set(['page', 'sign-in'])

/** Runs an act: each wave at its moment, or as soon as what it needs is answered. */
const perform = (act: Act, zero: number, desk: Desk, about: About, ledger: Ledger) => {
  const { person, live } = desk
  const answered: Promise<unknown>[] = []
  /** Waves that are due and wait for answers. */
  const held = new Map<Act['waves'][number], number>()

  const send = async (wave: Act['waves'][number], due: number): Promise<void> => {
    const earlier = [...answered]
    held.set(wave, due)
    if (!beforeSession.has(wave.step)) await person.signedIn
    if (wave.waits) await Promise.all(earlier)
    held.delete(wave)
    if (wave.shows) desk.page = wave.shows(about)
    if (wave.listens) live.begin(due)
    await Promise.all(
      wave.calls(about).map((call) => {
        const { learn } = call
        return person.ask(call, wave.step, due, learn && ((payload) => learn(payload, about.known)))
      }),
    )
  }

  const begin = async (wave: Act['waves'][number]): Promise<void> => {
    const due = zero + wave.due
    await wait(due - performance.now())
    ledger.noteLag(due)
    const sent = send(wave, due)
    answered.push(sent)
    await sent
  }

  return {
    done: Promise.all(act.waves.map(begin)),
    unanswered: () => [...held].map(([{ step }, due]) => ({ step, due })),
  }
}

/** The page of an owner asks every half minute whether files can be stored. */
const watchStorage = ({ person }: Desk): NodeJS.Timeout =>
  setInterval(() => void person.ask(storageCall, 'storage looked at', performance.now()), storageEvery)

const run = async (order: Order): Promise<Outcome> => {
  const acts = planDay(order.plan)
  const before = Math.max(0, -order.plan.opening.from) * 60_000
  const zero = performance.now() + before + 1000
  const end = zero + order.plan.minutes * 60_000
  const ledger = createLedger(zero, end)
  const desks = openDesks(order, ledger)
  const counting = setTimeout(() => process.send?.('counting'), zero - performance.now())
  const watches: NodeJS.Timeout[] = []
  const running = acts.flatMap((act) => {
    const desk = desks[act.practice]?.[act.person]
    if (!desk) return []
    if (act.kind === 'sign-in' && desk.person.who.isOwner)
      void desk.person.signedIn.then(() => watches.push(watchStorage(desk)))
    return [perform(act, zero, desk, aboutOf(order, act, desk.person), ledger)]
  })
  await wait(end - performance.now())
  process.send?.('counted')
  for (const watch of watches) clearInterval(watch)
  const unanswered = () =>
    [...running, ...desks.flat().map(({ person }) => person)].flatMap((one) => one.unanswered())
  const patience = performance.now() + grace
  while (unanswered().length > 0 && performance.now() < patience) await wait(100)
  for (const { step, due } of unanswered()) ledger.record(step, due, 'never answered')
  clearTimeout(counting)
  for (const { live, person } of desks.flat()) {
    live.stop()
    person.leave()
  }
  return ledger.outcome()
}

process.once('message', (order: Order) => {
  run(order).then(
    (outcome) => process.send?.(outcome, () => process.exit(0)),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
// Whoever began this has ended.
process.on('disconnect', () => process.exit(1))
