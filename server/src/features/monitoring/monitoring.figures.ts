import type { Pool } from '../../platform/database/database.ts'
import type { WatchedFigure } from '../../platform/watching/metrics.ts'
import { readDisks, type WatchedPlace } from './monitoring.reading.ts'
import { type QueueStand, readLastBackup, readMailJobs, readQueue } from './monitoring.repository.ts'

/** What the database says; nothing while it is away, for what measures is to be answered then above all. */
const orNothing = <T>(found: Promise<T>): Promise<T | undefined> => found.catch(() => undefined)

const byDisk = async (place: WatchedPlace, figure: 'free' | 'size'): Promise<Record<string, number>> =>
  Object.fromEntries((await readDisks(place)).map((disk) => [disk.of, disk[figure]]))

/** The queue, looked up once for all figures that are asked for at a time. */
const queueOnce = (queries: Pool['queries']): (() => Promise<QueueStand | undefined>) => {
  let found: Promise<QueueStand | undefined> | undefined
  return () => {
    found ??= orNothing(readQueue(queries)).finally(() => {
      found = undefined
    })
    return found
  }
}

/** What the metrics tell of an installation besides its answers. */
export const figuresOf = ({ queries, raw }: Pool, place: WatchedPlace): readonly WatchedFigure[] => {
  const queueNow = queueOnce(queries)
  return [
    {
      name: 'database_connections',
      help: 'Connections of the pool of this process, by what they do',
      read: () => ({ open: raw.totalCount, idle: raw.idleCount, waited_for: raw.waitingCount }),
    },
    {
      name: 'jobs_waiting',
      help: 'Jobs whose time has come and that nobody has begun',
      read: async () => (await queueNow())?.waiting,
    },
    {
      name: 'job_oldest_seconds',
      help: 'How long the job has waited that waits longest',
      read: async () => {
        const queue = await queueNow()
        return queue && (queue.oldest ?? 0)
      },
    },
    {
      name: 'jobs_failing',
      help: 'Jobs that failed and are tried again, or are given up, by the name of the work',
      read: async () => {
        const queue = await queueNow()
        return queue && Object.fromEntries(queue.failing.map(({ work, jobs }) => [work, jobs]))
      },
    },
    {
      name: 'mails',
      help: 'Mails that wait to be sent, and that fail',
      read: async () => orNothing(readMailJobs(queries)),
    },
    {
      name: 'backup_last_good_timestamp_seconds',
      help: 'When the last good backup was made',
      read: async () => (await orNothing(readLastBackup(queries))) ?? undefined,
    },
    { name: 'disk_free_bytes', help: 'Free on a disk', read: () => byDisk(place, 'free') },
    { name: 'disk_size_bytes', help: 'Size of a disk', read: () => byDisk(place, 'size') },
  ]
}
