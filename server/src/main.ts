import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { appUrlAt, type Config, erasuresFileOf, readConfig, workDirectoryOf } from './config.ts'
import { newRestoreCode, type RestoreWish } from './features/backups/backups.first-visit.service.ts'
import { addressOf, type Installation, isOnDiskOfData, openInstallation } from './installation.ts'
import { paths } from './paths.ts'
import { tidyWorkDirectory } from './platform/files/work-directory.ts'
import { collectSooner } from './platform/heap-growth.ts'
import { firebaseIdentity } from './platform/identity/firebase-identity.ts'
import { hashingInProcesses } from './platform/identity/password-hashing.ts'
import { Passwords } from './platform/identity/passwords.ts'
import { startHousekeeping } from './platform/jobs/housekeeping.ts'
import { type Jobs, jobLogger, startJobs } from './platform/jobs/jobs.ts'
import { createLogger } from './platform/logger.ts'
import { defaultSender } from './platform/mail/mail-address.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import { outboxMailer, tidyOutbox } from './platform/mail/outbox-mailer.ts'
import { smtpMailer } from './platform/mail/smtp-mailer.ts'
import { listenForMetrics, type MetricsPort } from './platform/watching/metrics-server.ts'
import { startQueueWatch } from './platform/watching/queue-watch.ts'
import { nightlyBackups } from './starting/nightly-backup.ts'
import { pageSettingsOf } from './starting/page-settings.ts'
import { restartRestored } from './starting/restart-restored.ts'
import { startWarnings } from './starting/start-warnings.ts'
import { finishMs, readArrivals, stopMs } from './starting/stopping.ts'

const version = (
  JSON.parse(readFileSync(path.join(paths.root, 'package.json'), 'utf8')) as { version: string }
).version

const outboxOf = (config: Config): string => path.join(config.dataDirectory, 'outbox')

const mailerOf = (config: Config, log: (message: string) => void): Mailer => {
  const from = config.mailFrom ?? defaultSender(appUrlAt(config, config.port))
  if (config.smtpUrl !== undefined) return smtpMailer({ url: config.smtpUrl, from })
  return outboxMailer({ directory: outboxOf(config), from, log })
}

/** In which the answer to whoever asked for a restore is on its way. */
const answeredMs = 500

/** Where this process runs, as far as it may become full or fail. */
const watchedOf = (config: Config) => ({
  isEmbedded: config.databaseUrl === undefined,
  isMailSent: config.smtpUrl !== undefined,
  folders: {
    data: config.dataDirectory,
    ...(config.fileStore.kind === 'local' ? { files: path.join(config.dataDirectory, 'files') } : {}),
    ...(config.backup.to.kind === 'folder' ? { backups: config.backup.to.folder } : {}),
  },
})

/** Whether nobody has an account yet. */
const isFresh = async ({ pool }: Installation): Promise<boolean> =>
  (await pool.raw.query('select 1 from users limit 1')).rowCount === 0

/** Each connection ends with its next answer: none is closed over a request that is on its way in it. */
const endConnections = (server: Server): void => {
  server.prependListener('request', (_request, answer) => answer.setHeader('connection', 'close'))
}

const start = async (): Promise<void> => {
  collectSooner()
  const config = readConfig(process.env)
  const logger = createLogger(config.logLevel)
  const log = {
    info: (message: string) => logger.info(message),
    warn: (message: string) => logger.warn(message),
  }
  startWarnings(config).forEach(log.warn)
  const identity = config.firebase && (await firebaseIdentity(config.firebase))
  const mailer = mailerOf(config, log.info)
  const hashing = hashingInProcesses()
  const backups = nightlyBackups(log)
  const asked = Promise.withResolvers<RestoreWish>()
  let isStopping = false
  // The system chooses the port when none is set; links in mails name the one it chose.
  let { port } = config
  const installation = await openInstallation(config, log)
  const firstVisit = (await isFresh(installation))
    ? { code: newRestoreCode(), restore: asked.resolve }
    : undefined
  const { server, jobs, everyMinute, metrics, watchQueue, deleteAgain, eraseAgain } = await buildApp({
    ...installation,
    formerSecrets: config.formerSecrets,
    logger,
    mailer,
    activationByMail: config.activationByMail,
    contactEmail: config.contactEmail,
    fileQuotaMb: config.fileQuotaMb,
    backupKeepDays: config.backupKeepDays,
    metricsToken: config.metrics.token,
    watched: watchedOf(config),
    operators: config.operators,
    firstVisit,
    restoreFault: config.restoreFault,
    backups: {
      recipients: config.backup.recipients.length,
      target: addressOf(config.backup.to),
      isOnSameDisk: () => isOnDiskOfData(config),
      start: backups.start,
    },
    erasuresFile: erasuresFileOf(config),
    clamdUrl: config.clamdUrl,
    identity,
    passwords: new Passwords(hashing),
    appUrl: () => appUrlAt(config, port),
    defaultLanguage: config.defaultLanguage,
    version,
    workDirectory: workDirectoryOf(config),
    rateLimits: config.rateLimits,
    captcha: config.captcha,
    trustedProxies: config.trustedProxies,
    isStopping: () => isStopping,
    strictAnswers: config.environment !== 'production',
    webDirectory: existsSync(paths.web) ? paths.web : undefined,
    pageSettings: pageSettingsOf(config),
  })
  // Before anybody can ask for a file that came back with a backup.
  const deletedAgain = await deleteAgain()
  if (deletedAgain > 0) logger.warn(`${deletedAgain} practices were deleted before and are deleted again`)
  const erasedAgain = await eraseAgain()
  if (erasedAgain > 0) logger.warn(`${erasedAgain} patients were erased before and are erased again`)
  const housekeeping = startHousekeeping(
    installation.pool.queries,
    (err) => logger.warn({ err }, 'tidying up failed'),
    // Also where mails are sent by now: what was written before is there still.
    [
      () => tidyOutbox(outboxOf(config), Date.now()),
      () => tidyWorkDirectory(workDirectoryOf(config), Date.now()),
    ],
  )
  const queueWatch = startQueueWatch(watchQueue, (err) => logger.warn({ err }, 'the queue was not looked at'))
  let worker: Jobs | undefined
  let metricsPort: MetricsPort | undefined
  const finish = async (): Promise<void> => {
    housekeeping.stop()
    queueWatch.stop()
    await readArrivals(server.server)
    const finished = Promise.all([server.close(), worker?.stop(), backups.stop(), metricsPort?.close()])
    const isLate = pause(finishMs, 'late', { ref: false })
    if ((await Promise.race([finished, isLate])) === 'late') logger.warn('work under way was cut off')
    mailer.close?.()
    hashing.close()
    await installation.close()
  }
  // Whoever sends requests here hears that it stops, requests under way are answered, then the pool closes and the
  // embedded database stops.
  const { uninstall } = closeWithGrace(
    {
      delay: config.drainSeconds * 1000 + finishMs + stopMs,
      logger: { error: (message: unknown) => logger.error(message) },
    },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'stopping after an error')
      if (signal) logger.info(`stopping on ${signal}`)
      isStopping = true
      endConnections(server.server)
      // Who presses Ctrl-C waits for nobody.
      if (signal === 'SIGTERM') await pause(config.drainSeconds * 1000)
      await finish()
    },
  )
  await server.listen({ port: config.port, host: config.host })
  if (config.metrics.port !== undefined) {
    const { host } = config.metrics
    metricsPort = await listenForMetrics(metrics, { port: config.metrics.port, host })
    logger.info(`metrics are told at port ${metricsPort.port} of ${host}`)
  }
  const address = server.server.address()
  if (typeof address === 'object' && address !== null) port = address.port
  worker = startJobs(installation.connection, jobs, {
    logger: jobLogger(log),
    onError: (error) => log.warn(`jobs: ${error.message}`),
    everyMinute,
  })
  console.log(`Ulna is ready: ${appUrlAt(config, port)}`)
  if (firstVisit)
    console.log(`To restore a backup on the first visit, this code is asked for: ${firstVisit.code}`)
  const wish = await asked.promise
  // What was asked for is answered first.
  await pause(answeredMs)
  isStopping = true
  await finish()
  uninstall()
  await restartRestored(wish, port)
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
