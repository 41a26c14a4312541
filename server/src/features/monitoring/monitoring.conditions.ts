import type { AlertName, Disk } from '@ulna/contract/monitoring/monitoring'

/** What is looked at every minute; undefined where it could not be had, which raises and ends nothing. */
export interface Reading {
  /** Of every folder that is looked at; not of some of them. */
  readonly disks?: readonly Disk[] | undefined
  /** Seconds that the job which waits longest has waited; null while none does. */
  readonly oldestJob?: number | null | undefined
  /** Mails that failed more than twice and are tried again, or were given up since yesterday. */
  readonly failingMails?: number | undefined
  /** Milliseconds until the certificate of the page ends; without end where the page has none to end. */
  readonly certificateLeft?: number | undefined
  /** Milliseconds that the clock of the process is at least ahead of the database's. */
  readonly clockAhead?: number | undefined
  /** Practices with a broken chain, as of the last time the trail was verified to its end, and of those begun since. */
  readonly brokenTrails?: number | undefined
}

const dayMs = 86_400_000

/** The fullest disk, from 0 to 1. */
const fullest = (disks: readonly Disk[]): number =>
  Math.max(0, ...disks.map(({ free, size }) => (size > 0 ? 1 - free / size : 0)))

/** What is wrong begins at one figure and is over at another that is clearly better: what goes to and fro around a limit is told once. */
export interface Condition {
  isWrong(reading: Reading): boolean
  isOver(reading: Reading): boolean
}

const conditionOf = <N extends keyof Reading>(
  name: N,
  isWrong: (figure: Exclude<Reading[N], undefined>) => boolean,
  isOver: (figure: Exclude<Reading[N], undefined>) => boolean,
): Condition => {
  const isKnown = (figure: Reading[N]): figure is Exclude<Reading[N], undefined> => figure !== undefined
  const asks = (is: typeof isWrong) => (reading: Reading) => {
    const figure = reading[name]
    return isKnown(figure) && is(figure)
  }
  return { isWrong: asks(isWrong), isOver: asks(isOver) }
}

/** Of a missing backup its own feature takes care. */
export const conditions: Readonly<Record<Exclude<AlertName, 'backup_missing'>, Condition>> = {
  disk_full: conditionOf(
    'disks',
    (disks) => fullest(disks) >= 0.9,
    (disks) => fullest(disks) < 0.85,
  ),
  queue_stuck: conditionOf(
    'oldestJob',
    (seconds) => seconds !== null && seconds > 1800,
    (seconds) => seconds === null || seconds < 300,
  ),
  mail_failing: conditionOf(
    'failingMails',
    (mails) => mails >= 3,
    (mails) => mails === 0,
  ),
  certificate_ending: conditionOf(
    'certificateLeft',
    (left) => left < 14 * dayMs,
    (left) => left > 15 * dayMs,
  ),
  clock_wrong: conditionOf(
    'clockAhead',
    (ms) => Math.abs(ms) > 5000,
    (ms) => Math.abs(ms) < 2000,
  ),
  trail_broken: conditionOf(
    'brokenTrails',
    (practices) => practices > 0,
    (practices) => practices === 0,
  ),
}

/** Whether the work of the queue can tell of it: not that the queue itself does not move. */
export const queuedConditions = (Object.keys(conditions) as (keyof typeof conditions)[]).filter(
  (name) => name !== 'queue_stuck',
)
