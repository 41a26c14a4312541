import * as z from 'zod/mini'
import { endpoint } from '../http/endpoint.ts'

/** What may be wrong with an installation, and is told to whoever runs it. */
export const alertNames = [
  'backup_missing',
  'disk_full',
  'queue_stuck',
  'mail_failing',
  'certificate_ending',
  'clock_wrong',
  'trail_broken',
] as const
export type AlertName = (typeof alertNames)[number]

export const diskNames = ['data', 'files', 'backups'] as const
export type DiskName = (typeof diskNames)[number]

/** A disk of the installation; bytes. */
export const disk = z.object({ of: z.enum(diskNames), free: z.int(), size: z.int() })
export type Disk = z.output<typeof disk>

/** Work that waits for the background, beside what failed and is tried again. */
const queue = z.object({
  /** Jobs whose time has come. */
  waiting: z.int(),
  /** Seconds that the one which waits longest has waited; null while none does. */
  oldest: z.nullable(z.int()),
  /** What failed and is tried again, or is given up, by the name of the work. */
  failing: z.array(z.object({ work: z.string(), jobs: z.int() })),
})

/** An answer of 500 or above: found in the log, and by whoever was told its number, by `reference`. */
export const fault = z.object({
  reference: z.string(),
  /** Instant. */
  at: z.string(),
  method: z.string(),
  /** Pattern of the route. */
  route: z.string(),
  status: z.int(),
  /** Key of the error catalogue. */
  key: z.string(),
})
export type Fault = z.output<typeof fault>

export const monitoringStand = z.object({
  versions: z.object({
    product: z.string(),
    /** The last migration of the database. */
    schema: z.string(),
    node: z.string(),
    postgres: z.string(),
  }),
  database: z.object({
    embedded: z.boolean(),
    /** Bytes. */
    size: z.int(),
    connections: z.int(),
    mostConnections: z.int(),
    /** Copies of it that follow; null where the role of DATABASE_URL may not see them. */
    standbys: z.nullable(
      z.object({
        following: z.int(),
        /** Of them, those that have everything that is acknowledged. */
        synchronous: z.int(),
        /** Seconds that the slowest is behind. */
        behind: z.int(),
      }),
    ),
  }),
  disks: z.array(disk),
  queue,
  mail: z.object({
    /** Whether mails go to a server; into files otherwise. */
    sent: z.boolean(),
    waiting: z.int(),
    failing: z.int(),
  }),
  /** When the certificate of the page's address ends; null where it has none, or does not answer. */
  certificateEndsAt: z.nullable(z.string()),
  /** Milliseconds that the clock of this process is ahead of the database's. */
  clockAhead: z.int(),
  /** The audit trail: when it was last verified to its end, and of how many practices a chain is broken. */
  trail: z.object({ checkedAt: z.nullable(z.string()), broken: z.int() }),
  /** What is wrong now, since when. */
  alerts: z.array(z.object({ name: z.enum(alertNames), since: z.string() })),
  /** The last faults, newest first. */
  faults: z.array(fault),
})
export type MonitoringStand = z.output<typeof monitoringStand>

/** How many faults are told. */
export const faultsTold = 50

/** What is to be known of an installation, for whoever runs it (decision 0069). */
export const monitoringEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/installation/monitoring',
    summary: 'How the installation stands: database, disks, queue, mails, certificate, versions, faults',
    access: 'operator',
    audit: null,
    returns: monitoringStand,
  }),
}
