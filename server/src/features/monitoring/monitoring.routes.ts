import { monitoringEndpoints } from '@ulna/contract/monitoring/monitoring'
import { implement, type Route } from '../../platform/http/route.ts'
import { type MonitoringDependencies, readMonitoring } from './monitoring.service.ts'

export const monitoringRoutes = (dependencies: MonitoringDependencies): Route[] =>
  implement(monitoringEndpoints, { read: () => readMonitoring(dependencies) })
