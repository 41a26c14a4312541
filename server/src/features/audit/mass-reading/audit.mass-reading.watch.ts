import type { UnchainedRow } from '../../../platform/audit/audit.ts'
import { openings } from './audit.mass-reading.rules.ts'

/** After how much that this process saw somebody read the trail is asked: what others saw stands there too. */
const step = { files: 25, pages: 5 } as const

/** Between two looks at the same person: a program reads thousands of files in it. Milliseconds. */
const usualPauseMs = 30_000

/** How much later than its moment a look is made that waited: all that was read until then is committed. Milliseconds. */
const settlingMs = 15_000

/** The trail is to be asked what somebody read. */
export interface Look {
  readonly userId: number
  /** Milliseconds from now. */
  readonly inMs: number
}

class Seen {
  readonly files = new Set<number>()
  pages = 0
  /** When the last look that was asked for is due, by the watch's clock. */
  lookAt = Number.NEGATIVE_INFINITY

  get isEnough(): boolean {
    return this.files.size >= step.files || this.pages >= step.pages
  }

  forget(): void {
    this.files.clear()
    this.pages = 0
  }
}

/** What this process saw somebody read since the trail was asked; the trail itself has it all. */
export class ReadingWatch {
  private readonly seen = new Map<string, Seen>()
  private readonly pauseMs: number
  private readonly clock: () => number

  constructor(pauseMs: number = usualPauseMs, clock: () => number = () => performance.now()) {
    this.pauseMs = pauseMs
    this.clock = clock
  }

  /** Notes reads; answers at whom to look. What comes while a look is due is left to it. */
  note(practiceId: number, rows: readonly UnchainedRow[]): Look[] {
    return rows.flatMap((row) => this.noteOne(practiceId, row))
  }

  /** What was noted last was not written, nor the look that was asked for with it. */
  lost(practiceId: number, rows: readonly UnchainedRow[]): void {
    for (const { actor } of rows) this.seen.delete(`${practiceId} ${actor.userId}`)
  }

  private noteOne(practiceId: number, { actor, entry }: UnchainedRow): readonly Look[] {
    // A key of the practice is made to read everything, and owners were told of it.
    if (actor.userId === null || actor.practiceKeyId != null) return []
    const isList = entry.action === 'patient.list'
    const patientId = openings.includes(entry.action) ? entry.patientId : null
    if (!isList && patientId == null) return []
    const now = this.clock()
    const seen = this.seenOf(practiceId, actor.userId)
    if (seen.lookAt > now) return []
    if (isList) seen.pages += 1
    if (patientId != null) seen.files.add(patientId)
    if (!seen.isEnough) return []
    seen.forget()
    seen.lookAt = Math.max(now, seen.lookAt + this.pauseMs)
    return [{ userId: actor.userId, inMs: seen.lookAt > now ? seen.lookAt - now + settlingMs : 0 }]
  }

  private seenOf(practiceId: number, userId: number): Seen {
    const key = `${practiceId} ${userId}`
    const known = this.seen.get(key) ?? new Seen()
    this.seen.set(key, known)
    return known
  }
}
