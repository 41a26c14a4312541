import type { BodyInputOf, EndpointShape, ParamsInputOf, QueryInputOf } from '@ulna/contract/http/endpoint'
import type { UploadBody } from '../../client.ts'
import type { PracticeScene } from '../scene/practice-scene.ts'

/** What a call brings. */
export interface SampleInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** One call that succeeds for an owner of the scene's practice. */
export interface Sample {
  readonly endpoint: EndpointShape
  readonly input: (scene: PracticeScene) => SampleInput
}

interface InputOf<E extends EndpointShape> {
  readonly params?: ParamsInputOf<E>
  readonly query?: QueryInputOf<E>
  readonly body?: BodyInputOf<E> | UploadBody
}

export const sample = <E extends EndpointShape, const I extends InputOf<E>>(
  endpoint: E,
  input?: (scene: PracticeScene) => I,
): Sample => ({ endpoint, input: (input ?? (() => ({}))) as Sample['input'] })
