import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { SampleInput } from '../samples/sample.ts'
import { nameOf, samplesOf } from './endpoint-samples.ts'
import { type LeafPath, leafAt, leavesOf, withLeaf } from './json/leaves.ts'
import type { PracticeScene } from './practice-scene.ts'

/** A call that names something of another practice. */
export interface ForeignCall {
  readonly endpoint: EndpointShape
  /** Where the foreign thing stands, e.g. `body.data.case`; `everywhere` when the whole call is the other practice's. */
  readonly place: string
  /** Which of the endpoint's samples it was made of. */
  readonly sample: number
  readonly input: SampleInput
}

/** Places of a sample that name things of the practice: those that differ from one practice to the other. */
const referencesIn = (own: SampleInput, other: SampleInput): LeafPath[] =>
  leavesOf(own)
    .map(([path]) => path)
    .filter((path) => leafAt(own, path) !== leafAt(other, path))

const foreignInputs = (own: SampleInput, other: SampleInput): (readonly [string, SampleInput])[] => {
  const references = referencesIn(own, other)
  const single = references.map((path) => [path.join('.'), withLeaf(own, path, leafAt(other, path))] as const)
  return references.length > 1 ? [...single, ['everywhere', other] as const] : single
}

/** `PUT /draft/:patientId/:key params.key`: how tables of exceptions name a foreign call. */
export const placeOf = ({ endpoint, place }: ForeignCall): string => `${nameOf(endpoint)} ${place}`

/** Places that differ from call to call and name nothing: a word somebody makes up. */
const madeUp = new Set([
  'POST /snippet body.shortcut',
  'POST /price body.name',
  'POST /signature/saveOrUpdateByPatientIdAndRecordId/:patientId/:recordId body.signerName',
  // Bytes that only the practice they are encrypted for opens: hand-overs.bad.test.ts.
  'POST /handOvers/received body',
])

/** Every way to name something of `other` in a call of somebody at home in `own`, one place at a time and all at once. */
export const foreignCalls = (
  endpoint: EndpointShape,
  own: PracticeScene,
  other: PracticeScene,
): ForeignCall[] => {
  // Who signs in with the other practice's password is no outsider.
  if (endpoint.access === 'public') return []
  const others = samplesOf(endpoint, other)
  const calls = samplesOf(endpoint, own).flatMap((input, index) =>
    foreignInputs(input, others[index] ?? {}).map(([place, foreign]) => ({
      endpoint,
      place,
      sample: index,
      input: foreign,
    })),
  )
  return calls.filter((call) => !madeUp.has(placeOf(call)))
}

/** Foreign things that are meant for whoever names them: what they lead to is no thing of the other practice. */
export const meantForAnybody: Readonly<Record<string, string>> = {
  'POST /settings/member body.users.0.userId': 'people may be invited wherever they work',
  'POST /invitation/accept body.token': 'who holds the link of an invitation is invited',
}
