/** What the table of the bench tells apart. */
export const steps = [
  'page',
  'sign-in',
  'today',
  'stream opened',
  'agenda',
  'card of a visit',
  'state of a visit',
  'file of a patient',
  'form of a follow-up',
  'draft',
  'follow-up saved',
  'search while typing',
  'appointment booked',
  'news read',
  'storage looked at',
  'token renewed',
] as const
export type Step = (typeof steps)[number]

/** Who sits at a page, and where. */
export interface Who {
  readonly practiceId: number
  readonly username: string
  readonly password: string
  readonly isDesk: boolean
  readonly isOwner: boolean
  readonly days: Days
}

/** Days of the practice as the agenda asks for them, `YYYY-MM-DD`; ends are exclusive. */
export interface Days {
  readonly today: string
  readonly tomorrow: string
  readonly months: readonly [last: Range, current: Range, next: Range]
}

export interface Range {
  readonly start: string
  readonly end: string
}

/** An appointment of today, and what somebody needs to know for all that is done about it. */
export interface Visit {
  readonly appointmentId: number
  /** As the agenda showed it last: each page has that from the month it reads. */
  version: number
  readonly doctorId: number
  readonly patientId: number
  readonly firstName: string
  readonly lastName: string
  readonly caseId: number
  readonly lastFollowUpId: number
  /** Versions of the forms that the records of the file are written with. */
  readonly forms: Readonly<Record<string, number>>
}

/** What answers told during one act. */
export interface Known {
  revision?: number
  recordId?: number
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Behind `/api`; of a page its own. */
  readonly path: string
  readonly body?: object
  /** Reads what the answer says; every other answer is taken as it comes and thrown away. */
  readonly learn?: (payload: unknown, known: Known) => void
  /** `page` is the document itself, which a browser has already; `login` gives the session. */
  readonly kind?: 'page' | 'login'
  /** Nothing to answer is an answer too: 404. */
  readonly mayBeMissing?: boolean
}

/** What a page shows, and so what it reads anew when it hears of a change. */
export type Page =
  | { readonly shows: 'nothing' }
  | { readonly shows: 'today' }
  | { readonly shows: 'agenda'; readonly visit?: Visit }
  | { readonly shows: 'file'; readonly visit: Visit }

/** Calls that a page sends in one moment. */
export interface Wave {
  readonly step: Step
  /** Milliseconds behind the wave that these belong to. */
  readonly after: number
  /** Whether it needs answers of its act: until they are there it waits, and the clock runs since it was due. */
  readonly waits?: boolean
  readonly calls: (about: About) => readonly Call[]
  /** What the page shows from then on. */
  readonly shows?: (about: About) => Page
  /** The page opens its stream. */
  readonly listens?: boolean
}

export interface About {
  readonly who: Who
  readonly visit: Visit
  /** Where the next one is booked: a free half hour, instants. */
  readonly next: Range
  readonly known: Known
}
