import type { MonitoringStand } from '@ulna/contract/monitoring/monitoring'
import { reading, type Tx, transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { Database } from '../../platform/use-case.ts'
import { endAlert, findAlerts, raiseAlert } from '../../platform/watching/operator-alerts.ts'
import { conditions, type Reading } from './monitoring.conditions.ts'
import { look, type WatchedPlace } from './monitoring.reading.ts'
import { findFaults } from './monitoring.repository.ts'

export interface MonitoringDependencies {
  readonly db: Database
  readonly place: WatchedPlace
}

/** How the installation stands, what is wrong, and what failed last. */
export const readMonitoring = async ({ db, place }: MonitoringDependencies): Promise<MonitoringStand> => ({
  ...(await look(db.queries, place)),
  alerts: await reading(db.queries, installationScope, findAlerts),
  faults: await findFaults(db.queries),
})

type WatchedName = keyof typeof conditions

/** What operators are told: that something began, or still is so after a week, and that it is over. */
export interface News {
  readonly name: WatchedName
  readonly isOver: boolean
}

const judge = async (tx: Tx, name: WatchedName, figures: Reading): Promise<News | undefined> => {
  const condition = conditions[name]
  if (condition.isWrong(figures) && (await raiseAlert(tx, name))) return { name, isOver: false }
  if (condition.isOver(figures) && (await endAlert(tx, name))) return { name, isOver: true }
  return undefined
}

/**
 * Compares what was looked at with the limits of some conditions; `tell` is asked in the transaction that notes it. Answers
 * what is new, once whatever the number of processes that look at a time.
 */
export const judgeReading = (
  { db }: Pick<MonitoringDependencies, 'db'>,
  names: readonly WatchedName[],
  figures: Reading,
  tell: (tx: Tx, news: News) => Promise<void>,
): Promise<readonly News[]> =>
  transaction(db.queries, installationScope, 'read write', async (tx) => {
    const all: News[] = []
    for (const name of names) {
      const news = await judge(tx, name, figures)
      if (!news) continue
      await tell(tx, news)
      all.push(news)
    }
    return all
  })
