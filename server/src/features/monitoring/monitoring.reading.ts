import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { connect } from 'node:tls'
import type { Disk, DiskName, MonitoringStand } from '@ulna/contract/monitoring/monitoring'
import type { Queries } from '../../platform/database/database.ts'
import type { Reading } from './monitoring.conditions.ts'
import {
  readDatabase,
  readMailJobs,
  readQueue,
  readStandbys,
  readTrailCheck,
} from './monitoring.repository.ts'

/** What this process knows of where it runs. */
export interface WatchedPlace {
  readonly version: string
  readonly isEmbedded: boolean
  /** Whether mails go to a server. */
  readonly isMailSent: boolean
  /** Folders whose disks may become full. */
  readonly folders: Readonly<Partial<Record<DiskName, string>>>
  /** What people reach it at. */
  appUrl(): string
}

/** Everything that is looked at, but for what is wrong and what failed. */
export type Looked = Omit<MonitoringStand, 'alerts' | 'faults'>

/** What a folder is on; of one that is not made yet, what the folder above is on. Undefined where a disk does not answer. */
const fileSystemOf = (folder: string): Promise<StatsFs | undefined> =>
  statfs(folder).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' && path.dirname(folder) !== folder
      ? fileSystemOf(path.dirname(folder))
      : undefined,
  )

const diskOf = async (of: DiskName, folder: string): Promise<Disk | undefined> => {
  const found = await fileSystemOf(folder)
  return found && { of, free: found.bavail * found.bsize, size: found.blocks * found.bsize }
}

/** The disks that answer. */
export const readDisks = async ({ folders }: WatchedPlace): Promise<Disk[]> => {
  const disks = await Promise.all(
    Object.entries(folders).map(([of, folder]) => diskOf(of as DiskName, folder)),
  )
  return disks.filter((disk) => disk !== undefined)
}

const patienceMs = 4000

/**
 * When the certificate ends that is shown at an address, whether or not anybody trusts it; null where the address has none or nobody
 * answers there.
 */
export const certificateEnd = (address: string): Promise<string | null> => {
  const { protocol, hostname, port } = new URL(address)
  if (protocol !== 'https:') return Promise.resolve(null)
  return new Promise((resolve) => {
    const name = hostname.replaceAll(/[[\]]/g, '')
    const socket = connect({
      ...{ host: name, port: Number(port || 443), rejectUnauthorized: false },
      ...(/^[\d.]+$|:/.test(name) ? {} : { servername: name }),
    })
    const end = (found: string | null): void => {
      socket.destroy()
      resolve(found)
    }
    socket.setTimeout(patienceMs, () => end(null))
    socket.once('error', () => end(null))
    socket.once('secureConnect', () => {
      const at = Date.parse(socket.getPeerCertificate().valid_to)
      end(Number.isNaN(at) ? null : new Date(at).toISOString())
    })
  })
}

/**
 * Milliseconds that a clock is at least ahead of another, whose time was told somewhere between two instants of the first: what took
 * long makes no clock wrong.
 */
export const aheadOf = (told: number, before: number, after: number): number =>
  Math.round(Math.max(before - told, 0) + Math.min(after - told, 0))

/** How an installation stands at this moment. */
export const look = async (queries: Queries, place: WatchedPlace): Promise<Looked> => {
  const before = Date.now()
  const { size, connections, mostConnections, postgres, schema, now } = await readDatabase(queries)
  const clockAhead = aheadOf(now, before, Date.now())
  const { checkedAt, broken, lastBroken } = await readTrailCheck(queries)
  return {
    versions: { product: place.version, schema, node: process.versions.node, postgres },
    database: {
      ...{ embedded: place.isEmbedded, size, connections, mostConnections },
      standbys: await readStandbys(queries),
    },
    disks: await readDisks(place),
    queue: await readQueue(queries),
    mail: { sent: place.isMailSent, ...(await readMailJobs(queries)) },
    certificateEndsAt: await certificateEnd(place.appUrl()),
    clockAhead,
    trail: { checkedAt, broken: Math.max(broken, lastBroken) },
  }
}

/** Undefined where it did not answer. */
const certificateLeft = (endsAt: string | null, appUrl: string): number | undefined => {
  if (!appUrl.startsWith('https:')) return Number.POSITIVE_INFINITY
  return endsAt === null ? undefined : Date.parse(endsAt) - Date.now()
}

/** The same as figures that are compared with limits. */
export const readingOf = (
  { disks, queue, mail, certificateEndsAt, clockAhead, trail }: Looked,
  { folders, appUrl }: WatchedPlace,
): Reading => ({
  ...{ clockAhead, oldestJob: queue.oldest, failingMails: mail.failing, brokenTrails: trail.broken },
  disks: disks.length === Object.keys(folders).length ? disks : undefined,
  certificateLeft: certificateLeft(certificateEndsAt, appUrl()),
})
