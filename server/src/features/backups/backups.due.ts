/** What is known of the backups of an installation when it is asked whether the next one is due; instants in milliseconds. */
export interface BackupStand {
  readonly now: number
  /** Of the process that asks: 0 to 23. */
  readonly localHour: number
  /** Instant of the last good one. */
  readonly lastGood: number | undefined
  /** When the last one was begun, whatever became of it. */
  readonly lastBegun: number | undefined
}

const hourMs = 3_600_000

/** Local hours in which nobody works. */
const night = { from: 3, until: 6 } as const

/** Hours without a good backup after which the next one does not wait for the night: a laptop that is off then has its backup too. */
const latest = 24

/** Hours without a good backup after which its operators are told. */
export const alarmAfterHours = 26

const isNight = (hour: number): boolean => hour >= night.from && hour < night.until

/** Whether a backup is to be made now: in the night, or once a day went by. One that failed is tried again after an hour. */
export const isBackupDue = ({ now, localHour, lastGood, lastBegun }: BackupStand): boolean => {
  if (lastBegun !== undefined && now - lastBegun < hourMs) return false
  if (lastGood === undefined) return true
  const hours = (now - lastGood) / hourMs
  // One a night, also behind one that somebody made in the evening.
  return hours >= latest || (isNight(localHour) && hours >= night.until - night.from)
}

/** Of the backups of an installation: when the last good one was, and the last try; instants in milliseconds. */
export interface StoredStand {
  /** By the clock of the database. */
  readonly now: number
  /** When somebody first had an account; null while nobody has. */
  readonly inUseSince: number | null
  readonly lastGood: number | null
  readonly lastBegun: number | null
  /** Of the last try, where nothing good came of it. */
  readonly lastFault: string | null
}

/** Whether there has been nothing to come back to for too long. */
export const isMissing = ({ now, inUseSince, lastGood }: StoredStand): boolean => {
  const since = lastGood ?? inUseSince
  return since !== null && now - since > alarmAfterHours * hourMs
}
