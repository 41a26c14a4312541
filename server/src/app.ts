import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { bodyLimits, bodyLimitsOf, type EndpointShape } from '@ulna/contract/http/endpoint'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import {
  type AppDependencies,
  accountDependencies,
  alertDependencies,
  eraseAgain,
  erasureDependencies,
  secretsOf,
} from './app.dependencies.ts'
import { allJobs } from './app.jobs.ts'
import { allRoutes } from './app.routes.ts'
import { watchServer } from './app.watching.ts'
import { watchReads } from './features/audit/mass-reading/audit.mass-reading.service.ts'
import { backupsEveryMinute } from './features/backups/backups.jobs.ts'
import { daySheetsEveryMinute } from './features/day-sheets/day-sheets.jobs.ts'
import { filesEveryMinute } from './features/files/files.jobs.ts'
import { monitoringEveryMinute, watchQueue } from './features/monitoring/monitoring.jobs.ts'
import { applyDeletions } from './features/practice-deletions/practice-deletions.restore.service.ts'
import { remindersEveryMinute } from './features/reminders/reminders.jobs.ts'
import { BodyWatch, longestBodyMs, usualPatience } from './platform/http/bodies/body-watch.ts'
import { compressAnswers } from './platform/http/bodies/compress-answers.ts'
import { acceptOnlyJson } from './platform/http/bodies/json-body.ts'
import { clientErrorHandler, frameworkErrors, useErrorAnswers } from './platform/http/error-answers.ts'
import { believeOnlyAddresses } from './platform/http/forwarded-addresses.ts'
import { openApiDocument } from './platform/http/openapi/openapi.ts'
import { serveOpenApi } from './platform/http/openapi/openapi-page.ts'
import { useSecurityHeaders } from './platform/http/pages/security-headers.ts'
import { serveWebApp } from './platform/http/pages/web-app.ts'
import { tellWebBuild } from './platform/http/pages/web-build.ts'
import { useRateLimits } from './platform/http/rate-limits.ts'
import { noteRefusals } from './platform/http/refused-access.ts'
import { registerRoutes } from './platform/http/register-routes.ts'
import { allowedOrigins, useRequestGuards } from './platform/http/request-guards.ts'
import { Strangers } from './platform/http/strangers.ts'
import type { EveryMinute } from './platform/jobs/jobs.minutes.ts'
import type { JobHandlers } from './platform/jobs/jobs.ts'
import { NewsStreams } from './platform/news/news.streams.ts'
import { explainMissing } from './platform/patient-aliases.ts'
import { auditActor } from './platform/sessions/actor.ts'
import { createLinkTokens } from './platform/sessions/link-tokens.ts'
import { Operators } from './platform/sessions/operators.ts'
import { KeyReader } from './platform/sessions/practice-keys.reading.ts'
import { SessionReader } from './platform/sessions/sessions.reading.ts'
import { deriveKey, deriveKeys } from './platform/tokens.ts'
import { type Database, openDatabase } from './platform/use-case.ts'
import type { Metrics } from './platform/watching/metrics.ts'
import { serveMetrics } from './platform/watching/metrics-server.ts'

export interface App {
  readonly server: FastifyInstance
  readonly db: Database
  readonly endpoints: readonly EndpointShape[]
  /** Erases again who was erased before and is back, e.g. from an older backup; answers how many. */
  eraseAgain(): Promise<number>
  /** Deletes again practices that were deleted before and are back; answers how many. */
  deleteAgain(): Promise<number>
  /** Background work of all features, by name. */
  readonly jobs: JobHandlers
  /** Those of them that are done every minute. */
  readonly everyMinute: EveryMinute
  readonly metrics: Metrics
  /** Tells operators that background work does not move, or moves again. */
  watchQueue(): Promise<void>
}

/** Everything a process answers with, put together in one place. */
export const buildApp = async (dependencies: AppDependencies): Promise<App> => {
  const { pool, secret } = dependencies
  const secrets = secretsOf(dependencies)
  const db = openDatabase(pool, {
    audit: deriveKey(secret, 'audit chain'),
    answers: deriveKeys(secrets, 'stored answers'),
  })
  db.reads.watchedBy(watchReads(dependencies.readingPauseMs))
  const links = createLinkTokens(...deriveKeys(secrets, 'links in mails'))
  const server = createServer(dependencies)
  const watching = watchServer(server, dependencies)
  const origins = () => allowedOrigins(dependencies.appUrl(), () => portOf(server))
  const accounts = accountDependencies(dependencies, db, links, origins)
  const news = new NewsStreams(pool.connection, (err) => server.log.warn({ err }, 'notices were not heard'))
  server.addHook('preClose', () => news.close())
  const erasures = erasureDependencies(dependencies, db)
  const routes = allRoutes(dependencies, accounts, erasures, news)
  const jobs = allJobs(dependencies, accounts, erasures)
  believeOnlyAddresses(server)
  useSecurityHeaders(server)
  const { webDirectory: directory, pageSettings = {} } = dependencies
  if (directory) await tellWebBuild(server, directory)
  await server.register(cookie)
  await compressAnswers(server)
  acceptOnlyJson(server)
  useRequestGuards(server, origins)
  useErrorAnswers(server, noteRefusals(server, accounts), watching.faults)
  if (dependencies.rateLimits) await useRateLimits(server)
  const endpoints = routes.map((route) => route.endpoint)
  registerRoutes(server, routes, {
    sessions: new SessionReader(pool.queries),
    operators: new Operators(pool.queries, dependencies.operators ?? []),
    keys: new KeyReader(pool.queries, (key) => accounts.rateLimits.take(['callsOfKey', key])),
    strangers: watchConnections(server, endpoints, dependencies),
    strictAnswers: dependencies.strictAnswers,
    explainMissing: explainMissing(pool.queries),
    noteKeyRead: (reader, route) =>
      db.reads.record({
        actor: auditActor(reader),
        entry: { action: 'practice_key.read', detail: { route } },
      }),
  })
  const { version, appUrl, metricsToken } = dependencies
  // Behind the answers to errors, which a route has that comes later.
  if (metricsToken !== undefined) serveMetrics(server, watching.metrics, metricsToken)
  serveOpenApi(server, () => openApiDocument(endpoints, { version, appUrl: appUrl() }))
  if (directory)
    await serveWebApp(server, {
      directory,
      pageSettings: { language: dependencies.defaultLanguage, ...pageSettings },
    })
  const everyMinute = [
    ...remindersEveryMinute,
    ...daySheetsEveryMinute,
    ...filesEveryMinute,
    ...backupsEveryMinute,
    ...monitoringEveryMinute,
  ]
  return {
    ...{ server, db, endpoints, jobs, everyMinute, metrics: watching.metrics },
    watchQueue: () => watchQueue(alertDependencies(dependencies, db)),
    eraseAgain: () => eraseAgain((message) => dependencies.logger.warn(message), erasures),
    deleteAgain: async () => (erasures.list ? applyDeletions(db, erasures.list) : 0),
  }
}

const createServer = ({
  logger,
  trustedProxies,
  bodyPatience: { lookEveryMs, looks } = usualPatience,
}: AppDependencies): FastifyInstance =>
  Fastify({
    loggerInstance: logger,
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < trustedProxies,
    // This limit is for what is no endpoint; endpoints state their own.
    bodyLimit: bodyLimits.public.bytes,
    // Headers are waited for as long as a body is that says nothing.
    http: { headersTimeout: lookEveryMs * looks, connectionsCheckingInterval: lookEveryMs },
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    // What still comes over an open connection while we stop is answered as ever, and its connection then closed.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: 300,
      caseSensitive: true,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
    },
    frameworkErrors,
    clientErrorHandler,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    logController: new LogController({ disableRequestLogging: true }),
  })

/** Bounds what connections hold and how long they take; answers those of strangers, of which whoever signs in is none. */
const watchConnections = (
  { server }: FastifyInstance,
  endpoints: readonly EndpointShape[],
  { trustedProxies, bodyPatience, strangerLimits }: AppDependencies,
): Strangers => {
  new BodyWatch(bodyPatience).watch(server)
  server.requestTimeout = longestBodyMs(Math.max(...endpoints.map((one) => bodyLimitsOf(one).bytes)))
  const strangers = new Strangers(strangerLimits)
  // Behind a proxy all connections are the proxy's, and it is the proxy that has to bound them.
  if (trustedProxies === 0) strangers.watch(server)
  return strangers
}

const portOf = (server: FastifyInstance): number => {
  const address = server.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
