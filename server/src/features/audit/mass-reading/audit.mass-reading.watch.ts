import type { UnchainedRow } from '../../../platform/audit/audit.ts'
import { openings } from './audit.mass-reading.rules.ts'

/** After how much that this process saw somebody read the trail is asked: what others saw stands there too. */
const step = { files: 25, pages: 5 } as const

class Seen {
  readonly files = new Set<number>()
  pages = 0

  get isEnough(): boolean {
    return this.files.size >= step.files || this.pages >= step.pages
  }
}

/** What this process saw somebody read since the trail was asked; the trail itself has it all. */
export class ReadingWatch {
  private readonly seen = new Map<string, Seen>()

  /** Notes reads; answers who read enough to be looked at. */
  note(practiceId: number, rows: readonly UnchainedRow[]): number[] {
    return [...new Set(rows.flatMap((row) => this.noteOne(practiceId, row)))]
  }

  private noteOne(practiceId: number, { actor, entry }: UnchainedRow): readonly number[] {
    // A key of the practice is made to read everything, and owners were told of it.
    if (actor.userId === null || actor.practiceKeyId != null) return []
    const isList = entry.action === 'patient.list'
    const patientId = openings.includes(entry.action) ? entry.patientId : null
    if (!isList && patientId == null) return []
    const key = `${practiceId} ${actor.userId}`
    const seen = this.seen.get(key) ?? new Seen()
    this.seen.set(key, seen)
    if (isList) seen.pages += 1
    if (patientId != null) seen.files.add(patientId)
    if (!seen.isEnough) return []
    this.seen.delete(key)
    return [actor.userId]
  }
}
