import type { AlertName, Disk } from '@ulna/contract/monitoring/monitoring'

/** What is looked at every minute; undefined where it could not be had, which raises and ends nothing. */
export interface Reading {
  readonly disks: readonly Disk[]
  /** Seconds that the job which waits longest has waited; null while none does. */
  readonly oldestJob: number | null
  /** Mails that failed more than once and are tried again, or are given up. */
  readonly failingMails: number
  /** Milliseconds until the certificate of the page ends. */
  readonly certificateLeft: number | undefined
  /** Milliseconds between the clock of the process and the database's. */
  readonly clockAhead: number
  /** Practices with a broken chain, as of the last time the trail was verified to its end, and of those begun since. */
  readonly brokenTrails: number
}

const dayMs = 86_400_000

/** The fullest disk, from 0 to 1. */
const fullest = ({ disks }: Reading): number =>
  Math.max(0, ...disks.map(({ free, size }) => (size > 0 ? 1 - free / size : 0)))

/** What is wrong begins at one figure and is over at another that is clearly better: what goes to and fro around a limit is told once. */
interface Condition {
  isWrong(reading: Reading): boolean
  isOver(reading: Reading): boolean
}

export const conditions: Readonly<Partial<Record<AlertName, Condition>>> = {
  disk_full: {
    isWrong: (reading) => fullest(reading) >= 0.9,
    isOver: (reading) => fullest(reading) < 0.85,
  },
  queue_stuck: {
    isWrong: ({ oldestJob }) => oldestJob !== null && oldestJob > 1800,
    isOver: ({ oldestJob }) => oldestJob === null || oldestJob < 300,
  },
  mail_failing: {
    isWrong: ({ failingMails }) => failingMails >= 3,
    isOver: ({ failingMails }) => failingMails === 0,
  },
  certificate_ending: {
    isWrong: ({ certificateLeft }) => certificateLeft !== undefined && certificateLeft < 14 * dayMs,
    isOver: ({ certificateLeft }) => certificateLeft !== undefined && certificateLeft > 15 * dayMs,
  },
  clock_wrong: {
    isWrong: ({ clockAhead }) => Math.abs(clockAhead) > 5000,
    isOver: ({ clockAhead }) => Math.abs(clockAhead) < 2000,
  },
  trail_broken: {
    isWrong: ({ brokenTrails }) => brokenTrails > 0,
    isOver: ({ brokenTrails }) => brokenTrails === 0,
  },
}
