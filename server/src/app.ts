import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { EndpointShape } from '@ulna/contract/http/endpoint'
import type { Language } from '@ulna/contract/record-class'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { appointmentRoutes } from './features/appointments/appointments.routes.ts'
import { draftRoutes } from './features/drafts/drafts.routes.ts'
import { installationRoutes } from './features/installation/installation.routes.ts'
import { RecordClasses } from './features/modules/modules.service.ts'
import { patientRoutes } from './features/patients/patients.routes.ts'
import { practiceRoutes } from './features/practices/practices.routes.ts'
import { recordRoutes } from './features/records/records.routes.ts'
import { createCaptcha } from './platform/captcha.ts'
import type { Pool } from './platform/database.ts'
import { clientErrorHandler, frameworkErrors, useErrorAnswers } from './platform/error-answers.ts'
import type { FileStore } from './platform/file-store.ts'
import { acceptOnlyJson } from './platform/json-body.ts'
import { openApiDocument } from './platform/openapi.ts'
import { serveOpenApi } from './platform/openapi-page.ts'
import { useRateLimits } from './platform/rate-limits.ts'
import { registerRoutes } from './platform/register-routes.ts'
import { allowedOrigins, useRequestGuards } from './platform/request-guards.ts'
import type { Route } from './platform/route.ts'
import { useSecurityHeaders } from './platform/security-headers.ts'
import { SessionReader } from './platform/sessions.ts'
import { deriveKey } from './platform/tokens.ts'
import { type Database, openDatabase } from './platform/use-case.ts'
import { serveWebApp } from './platform/web-app.ts'

export interface AppDependencies {
  readonly pool: Pool
  readonly files: FileStore
  readonly logger: FastifyBaseLogger
  /** Tokens, signed links and the audit chain derive their keys from it. */
  readonly secret: string
  readonly appUrl: string
  readonly defaultLanguage: Language
  readonly version: string
  readonly rateLimits: boolean
  /** Whether public forms ask for a solved captcha. */
  readonly captcha: boolean
  /** How many proxies in front are believed about the caller's address. */
  readonly trustedProxies: number
  /** Checks every answer against the contract: development and tests. */
  readonly strictAnswers: boolean
  /** Folder of the built web app; without one only the API answers. */
  readonly webDirectory?: string | undefined
  readonly pageSettings?: Readonly<Record<string, unknown>> | undefined
}

export interface App {
  readonly server: FastifyInstance
  readonly db: Database
  readonly endpoints: readonly EndpointShape[]
}

/** Everything a process answers with, put together in one place. */
export const buildApp = async (dependencies: AppDependencies): Promise<App> => {
  const { pool, files, secret } = dependencies
  const db = openDatabase(pool, {
    audit: deriveKey(secret, 'audit chain'),
    answers: deriveKey(secret, 'stored answers'),
  })
  const routes = allRoutes(dependencies, db, files)
  const server = createServer(dependencies)
  useSecurityHeaders(server)
  await server.register(cookie)
  await server.register(compress, {
    // Bodies come as they are: one that is compressed could be a bomb.
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  const origins = () => allowedOrigins(dependencies.appUrl, () => portOf(server))
  acceptOnlyJson(server)
  useRequestGuards(server, origins)
  useErrorAnswers(server)
  if (dependencies.rateLimits) await useRateLimits(server)
  registerRoutes(server, routes, {
    sessions: new SessionReader(pool.queries),
    strictAnswers: dependencies.strictAnswers,
  })
  const endpoints = routes.map((route) => route.endpoint)
  serveOpenApi(server, openApiDocument(endpoints, dependencies.version))
  const { webDirectory: directory, pageSettings = {} } = dependencies
  if (directory)
    await serveWebApp(server, {
      directory,
      pageSettings: { language: dependencies.defaultLanguage, ...pageSettings },
    })
  return { server, db, endpoints }
}

const allRoutes = (dependencies: AppDependencies, db: Database, files: FileStore): Route[] => {
  const { pool, defaultLanguage, secret } = dependencies
  const classes = new RecordClasses()
  const captcha = createCaptcha(deriveKey(secret, 'captcha'), dependencies.captcha)
  return [
    ...installationRoutes({ db, queries: pool.queries, defaultLanguage }),
    ...accountRoutes({ db, defaultLanguage, captcha }),
    ...practiceRoutes({ db }),
    ...patientRoutes({ db, files }),
    ...recordRoutes({ db, classes }),
    ...draftRoutes({ db }),
    ...appointmentRoutes({ db }),
  ]
}

const createServer = ({ logger, trustedProxies }: AppDependencies): FastifyInstance =>
  Fastify({
    loggerInstance: logger,
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < trustedProxies,
    bodyLimit: 2 * 1024 * 1024,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // What still comes over an open connection while we stop is answered as ever, and its connection then closed.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: 300,
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
    },
    frameworkErrors,
    clientErrorHandler,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    logController: new LogController({ disableRequestLogging: true }),
  })

const portOf = (server: FastifyInstance): number => {
  const address = server.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
