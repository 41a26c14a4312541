import type * as z from 'zod/mini'
import type { AuditAction } from '../audit-actions.ts'
import type { ErrorKey } from '../errors.ts'
import type { Role } from '../roles.ts'

export type Schema = z.ZodMiniType

/**
 * Who may call an endpoint. There is no default: an endpoint that declares nothing does not compile.
 * - `public`: anyone, signed in or not.
 * - `signed-in`: a live session; no practice needs to be chosen.
 * - `operator`: a live session of an account that runs the installation (`OPERATORS`), whatever its practices.
 * - `{ rank }`: a session with a chosen practice in which the caller ranks at or above `rank`.
 *   `clinical: true` also asks for a clinical membership (product-decisions.md §4).
 */
export type Access = 'public' | 'signed-in' | 'operator' | Requirement

/**
 * What a member needs for an action: a rank at least, clinical membership (`unless owner`: an owner does without), a proof
 * of identity of the last minutes.
 */
export interface Requirement {
  readonly rank: Role
  readonly clinical?: true | 'unless owner'
  readonly fresh?: true
}

/**
 * What the endpoint leaves in the audit trail: the action of its exactly one audit row,
 * or `null` when it touches no personal data and writes nothing.
 */
export type Audit = AuditAction | null

/** Types of content that answers have which are no JSON. */
export type MediaType =
  | 'application/dicom'
  | 'application/octet-stream'
  | 'application/fhir+json'
  | 'application/pdf'
  | 'application/zip'
  | 'image/heic'
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'text/calendar'
  | 'text/csv'
  | 'text/vcard'

/** JSON: `{ payload, metadata }`. */
interface EnvelopeAnswer {
  /** Schema of `payload`. Keys it does not name never leave the server. */
  readonly returns: Schema
  readonly metadata?: Schema
  readonly answers?: never
  readonly events?: never
}

/** A file instead of JSON. */
interface ContentAnswer {
  /** What the content may be of. */
  readonly answers: readonly MediaType[]
  readonly returns?: never
  readonly metadata?: never
  readonly events?: never
}

/** A stream of events instead of JSON (`text/event-stream`). */
interface EventsAnswer {
  /** Events by name, with the schema of each one's data. */
  readonly events: Readonly<Record<string, Schema>>
  readonly answers?: never
  readonly returns?: never
  readonly metadata?: never
}

interface EndpointCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below `/api`, with `:name` parameters. */
  readonly path: `/${string}`
  readonly summary: string
  /** The name that programs know the call by, where table and key would make another of it. */
  readonly operationId?: string
  readonly access: Access
  /**
   * Asks for a proof of identity (password, passkey) no older than `freshMinutes`; 401 reauth_required otherwise. Of a
   * member's endpoint its permission says so.
   */
  readonly fresh?: true
  /**
   * Whether a session may call it whose device somebody else holds to sign a document. `as proof`: having handed it over
   * counts as the fresh proof it asks for. Nothing said: it may not.
   */
  readonly handedOver?: 'allowed' | 'as proof'
  /**
   * A short code in its body may stand in the place of the fresh proof it asks for (decision 0049): whoever carries it out
   * looks at the code. Nothing said: no code opens it.
   */
  readonly shortCode?: true
  /**
   * Whether it goes on in a practice that is about to be deleted, where everything else that is no GET is refused
   * (decision 0060).
   */
  readonly whileClosing?: true
  readonly audit: Audit
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /**
   * Of a GET: where, below its path, the same call is made as a POST whose body is a form with what else the query says, so
   * that what is looked for stands in no address. It is no endpoint of its own: who may call and what it leaves are the same.
   */
  readonly asForm?: `/${string}`
  /** The body is no JSON but bytes, alone or as the one part of a form; the handler reads them as they come. */
  readonly upload?: 'bytes' | 'multipart'
  /** 201 where the call creates something; 200 otherwise. */
  readonly status?: 200 | 201
  /** Largest body in bytes, where it differs from `bodyLimits`. */
  readonly bodyLimit?: number
  /** Errors of its own, besides those every endpoint may answer. */
  readonly errors?: readonly ErrorKey[]
}

/** An endpoint says what it answers in one of three ways; one that says nothing does not compile. */
export type EndpointShape = EndpointCall & (EnvelopeAnswer | ContentAnswer | EventsAnswer)

/**
 * Largest body of an endpoint, and most parts of a JSON text: objects, lists, texts, and commas between them. Whoever has
 * not shown who they are is read little of.
 */
export const bodyLimits = {
  public: { bytes: 16 * 1024, parts: 4000 },
  signedIn: { bytes: 2 * 1024 * 1024, parts: 200_000 },
} as const

/** Most that is read of a body, and most parts of it if it is JSON. */
export const bodyLimitsOf = ({
  access,
  bodyLimit,
}: Pick<EndpointShape, 'access' | 'bodyLimit'>): { readonly bytes: number; readonly parts: number } => {
  const usual = access === 'public' ? bodyLimits.public : bodyLimits.signedIn
  return { bytes: bodyLimit ?? usual.bytes, parts: usual.parts }
}

/** How long a proof of identity counts as fresh, in minutes. */
export const freshMinutes = 5

/** How long a device that was handed over with a fresh proof takes signatures without another, in minutes. */
export const handOverMinutes = 60

/** Whether an endpoint asks for a fresh proof of identity. */
export const needsFreshProof = ({ access, fresh }: Pick<EndpointShape, 'access' | 'fresh'>): boolean =>
  fresh === true || (typeof access === 'object' && access.fresh === true)

export type EndpointTable = Readonly<Record<string, EndpointShape>>

/** Keeps the literal types of one endpoint; the table of a resource is a plain object of these. */
export const endpoint = <const E extends EndpointShape>(shape: E): E => shape

type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined

export type ParamsOf<E extends EndpointShape> = Output<E['params']>
export type QueryOf<E extends EndpointShape> = Output<E['query']>
export type BodyOf<E extends EndpointShape> = Output<E['body']>
export type ParamsInputOf<E extends EndpointShape> = Input<E['params']>
export type QueryInputOf<E extends EndpointShape> = Input<E['query']>
export type BodyInputOf<E extends EndpointShape> = Input<E['body']>
/** What an endpoint answers; content that is not JSON is its text. */
export type PayloadOf<E extends EndpointShape> = E['returns'] extends Schema
  ? z.output<E['returns']>
  : E['answers'] extends readonly MediaType[]
    ? string
    : undefined
export type MetadataOf<E extends EndpointShape> = Output<E['metadata']>
