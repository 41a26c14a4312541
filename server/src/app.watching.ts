import type { FastifyInstance } from 'fastify'
import { type AppDependencies, watchedPlaceOf } from './app.dependencies.ts'
import { figuresOf } from './features/monitoring/monitoring.figures.ts'
import { insertFaults } from './features/monitoring/monitoring.repository.ts'
import { useAccessLog } from './platform/watching/access-log.ts'
import { FaultNotes } from './platform/watching/fault-notes.ts'
import { Metrics } from './platform/watching/metrics.ts'

/** What watches a server from its first call on. */
export interface Watching {
  readonly metrics: Metrics
  readonly faults: FaultNotes
}

/** Has every answer written into the access log and counted, and faults noted where whoever runs the installation finds them. */
export const watchServer = (server: FastifyInstance, dependencies: AppDependencies): Watching => {
  const { pool, version } = dependencies
  const faults = new FaultNotes((some) => insertFaults(pool.queries, some))
  const metrics = new Metrics(version, figuresOf(pool, watchedPlaceOf(dependencies)))
  useAccessLog(server)
  metrics.watch(server)
  server.addHook('onClose', () => faults.close())
  return { metrics, faults }
}
