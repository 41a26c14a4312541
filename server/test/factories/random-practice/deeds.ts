import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { TestApp } from '../../build-test-app.ts'
import type { TestPerson } from '../people.ts'

/** Something that somebody does; `at` chooses what to, and `text` is what they type. */
export interface Deed {
  readonly kind: (typeof kinds)[number]
  readonly at: number
  readonly text: string
  readonly hours: number
}

export const kinds = [
  'patient',
  'patient',
  'rename',
  'history',
  'case',
  'case',
  'follow-up',
  'follow-up',
  'correct',
  'addendum',
  'sign',
  'withdraw',
  'void',
  'file',
  'visit',
  'series',
  'cancel',
  'package',
  'receipt',
  'wait',
  'hold',
  'archive',
  'absence',
  'snippet',
  'draft',
  'merge',
  'consent',
  'hours',
  'key',
  'copy',
  'erase',
  'import',
  'import',
  'take-back',
  'hand-over',
  'receive',
] as const

/** Another practice: files go there and come from there. */
export interface Neighbour {
  readonly by: TestPerson
  /** The key that files are sent to it with. */
  readonly recipient: string
}

export interface Written {
  readonly patients: number[]
  readonly records: { readonly id: number; readonly ownerId: number }[]
  readonly cases: { readonly id: number; readonly ownerId: number }[]
  readonly visits: number[]
  readonly imports: number[]
  /** Another practice, once a file went there or came from there. */
  neighbour?: Neighbour
  /** How many of the deeds were taken. */
  done: number
}

/** Calls as whoever does the deed; undefined where it was refused. */
export type Ask = <T = { readonly id: number }>(
  endpoint: EndpointShape,
  input: object,
) => Promise<T | undefined>

/** All that a deed is done with. */
export interface Doing {
  readonly app: TestApp
  readonly by: TestPerson
  readonly written: Written
  readonly deed: Deed
  readonly ask: Ask
}
