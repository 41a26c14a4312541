import { patientEndpoints } from '@ulna/contract/patients/patients'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryTokenPlaces } from '../../test/memory-token-places.ts'
import { createHttpClient } from '../http/http-client.ts'
import { createLoadingCounters } from '../http/loading.ts'
import { createTokenStore } from '../http/token-store.ts'
import { createTokens } from '../http/tokens.ts'

/** Practices of one person; the session of the server works in one of them. */
const practices = [1, 2, 3] as const
type PracticeId = (typeof practices)[number]

type Step =
  /** This page asks for something. */
  | { readonly kind: 'ask' }
  /** The oldest request that is under way reaches the server. */
  | { readonly kind: 'serve' }
  /** The oldest answer that is under way reaches the page. */
  | { readonly kind: 'deliver' }
  /** This page enters another practice. */
  | { readonly kind: 'enter'; readonly practice: PracticeId }
  /** Another tab leads the session elsewhere. */
  | { readonly kind: 'otherTab'; readonly practice: PracticeId }

const practice = fc.constantFrom(...practices)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: fc.constant({ kind: 'ask' } as const) },
  { weight: 7, arbitrary: fc.constant({ kind: 'serve' } as const) },
  { weight: 7, arbitrary: fc.constant({ kind: 'deliver' } as const) },
  { weight: 1, arbitrary: practice.map((id) => ({ kind: 'enter', practice: id }) as const) },
  { weight: 1, arbitrary: practice.map((id) => ({ kind: 'otherTab', practice: id }) as const) },
)

interface UnderWay {
  readonly claimed: string | null
  answer?: Response
  readonly deliver: (answer: Response) => void
}

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A page and a server that does what platform/access.ts does, one step at a time. */
const stage = () => {
  let shown: PracticeId = 1
  let session: PracticeId = 1
  const underWay: UnderWay[] = []
  const seen: { readonly owner: number; readonly shown: number }[] = []
  const call = createHttpClient({
    baseUrl: 'http://ulna.test/api',
    tokens: createTokens(createTokenStore(memoryTokenPlaces())),
    loading: createLoadingCounters(),
    refresh: () => Promise.resolve(),
    practice: () => shown,
    fetch: (input) =>
      new Promise((resolve) => {
        const claimed = (input as Request).headers.get('ulna-practice')
        underWay.push({ claimed, deliver: resolve })
      }),
  })
  const ask = async (): Promise<void> => {
    const { payload } = await call(patientEndpoints.read, { params: { id: 7 } })
    seen.push({ owner: payload.id, shown })
  }
  const answerOf = ({ claimed }: UnderWay): Response =>
    claimed === String(session)
      ? json(200, { payload: { id: session }, metadata: {} })
      : json(403, {
          errors: [{ code: '0002', message: 'practice_required', params: { chosen: session } }],
        })
  const take: Record<Step['kind'], (step: Step) => void> = {
    ask: () => void ask().catch(() => undefined),
    serve: () => {
      const next = underWay.find(({ answer }) => answer === undefined)
      if (next) next.answer = answerOf(next)
    },
    deliver: () => {
      const index = underWay.findIndex(({ answer }) => answer !== undefined)
      const [next] = index < 0 ? [] : underWay.splice(index, 1)
      if (next?.answer) next.deliver(next.answer)
    },
    enter: (given) => {
      if (given.kind !== 'enter') return
      session = given.practice
      shown = given.practice
    },
    otherTab: (given) => {
      if (given.kind === 'otherTab') session = given.practice
    },
  }
  return { seen, run: (given: Step) => take[given.kind](given) }
}

it('C8 shows nothing of another practice among 10,000 answers to random interleavings of calls and changes', async () => {
  let answers = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 120 }), async (steps) => {
      const { seen, run } = stage()
      for (const one of steps) {
        run(one)
        await idle()
      }
      await idle()
      answers += seen.length
      expect(seen.filter(({ owner, shown }) => owner !== shown)).toEqual([])
    }),
    { numRuns: 1_800 },
  )
  expect(answers).toBeGreaterThan(10_000)
})
