import type { MonitoringStand } from '@ulna/contract/monitoring/monitoring'

/** Which sentence says what a loss of the database would cost. One standby that everything waits for is enough. */
export const standbyWords = (standbys: MonitoringStand['database']['standbys']) => {
  if (standbys === null) return 'facts.standbyUnknown'
  if (standbys.following === 0) return 'facts.standbyNone'
  return standbys.synchronous > 0 ? 'facts.standbySynchronous' : 'facts.standbyBehind'
}
