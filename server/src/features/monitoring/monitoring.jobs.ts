import type { Language } from '@ulna/contract/record-class/record-class'
import { type Tx, transaction } from '../../platform/database/database.ts'
import { installationScope } from '../../platform/database/entering.ts'
import type { EveryMinute } from '../../platform/jobs/jobs.minutes.ts'
import { enqueue, type JobHandlers } from '../../platform/jobs/jobs.ts'
import { textsOf } from '../../platform/locale-texts.ts'
import { composeMail } from '../../platform/mail/mail-texts.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { KeyRing } from '../../platform/tokens.ts'
import { queuedConditions } from './monitoring.conditions.ts'
import { look, readingOf } from './monitoring.reading.ts'
import { forgetFaults, readQueue } from './monitoring.repository.ts'
import { judgeReading, type MonitoringDependencies, type News } from './monitoring.service.ts'
import { verifySlice } from './monitoring.trail.service.ts'

export interface AlertDependencies extends MonitoringDependencies {
  readonly mailer: Mailer
  readonly language: Language
  /** Addresses of whoever runs the installation. */
  readonly operators: readonly string[]
}

export interface MonitoringJobDependencies extends AlertDependencies {
  /** Keys of the chains of the trail: the one in use, and those before it. */
  readonly trailKeys: KeyRing
}

const watch = 'monitoring.watch'
const trail = 'monitoring.trail'
const mail = 'monitoring.mail'

export const monitoringEveryMinute: EveryMinute = [watch, trail]

/** Of each minute, most of it rest. */
const sliceMs = 45_000

const tell = async (tx: Tx, { operators }: AlertDependencies, { name, isOver }: News): Promise<void> => {
  for (const to of operators) await enqueue(tx, mail, { to, name, isOver })
}

const watchAll = async (dependencies: AlertDependencies): Promise<void> => {
  const { db, place } = dependencies
  const found = readingOf(await look(db.queries, place), place)
  await judgeReading(dependencies, queuedConditions, found, (tx, news) => tell(tx, dependencies, news))
  await transaction(db.queries, installationScope, 'read write', forgetFaults)
}

const send = (
  { mailer, language, place }: AlertDependencies,
  id: string,
  { to, name, isOver }: Record<string, unknown>,
): Promise<void> => {
  const text = textsOf(language, 'monitoring')
  const title = text(`alert.${String(name)}.title`)
  const link = `${place.appUrl()}/app/settings/installation`
  const content = isOver
    ? composeMail(language, 'installationWell', { title })
    : composeMail(language, 'installationAlert', { title, text: text(`alert.${String(name)}.text`), link })
  return mailer.send({ id, to: String(to), ...content })
}

/** Hands the mails over by itself; one that cannot be goes the way of all others. */
const tellAtOnce = async (dependencies: AlertDependencies, news: News): Promise<void> => {
  const { db, operators } = dependencies
  for (const [at, to] of operators.entries()) {
    await send(dependencies, `alert-${Date.now()}-${at}`, { to, ...news }).catch(() =>
      transaction(db.queries, installationScope, 'read write', (tx) =>
        tell(tx, { ...dependencies, operators: [to] }, news),
      ),
    )
  }
}

/**
 * Looks whether the queue moves, beside the queue: work that hangs, or more of it than is done, would keep what is queued
 * from telling of it.
 */
export const watchQueue = async (dependencies: AlertDependencies): Promise<void> => {
  const { oldest: oldestJob } = await readQueue(dependencies.db.queries)
  const all = await judgeReading(dependencies, ['queue_stuck'], { oldestJob }, async (tx, news) => {
    if (news.isOver) await tell(tx, dependencies, news)
  })
  for (const news of all) if (!news.isOver) await tellAtOnce(dependencies, news)
}

export const monitoringJobs = (dependencies: MonitoringJobDependencies): JobHandlers => ({
  [watch]: () => watchAll(dependencies),
  [trail]: (_payload, { stopping }) =>
    verifySlice(dependencies.db.queries, dependencies.trailKeys, sliceMs, stopping),
  [mail]: (payload, { jobId }) => send(dependencies, `job-${jobId}`, payload),
})
