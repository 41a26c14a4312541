import { setTimeout as sleep } from 'node:timers/promises'
import { findLivePostmaster, isAlive } from './postmaster-pid.ts'

const patienceMs = 60_000

const endsWithin = async (pid: number, ms: number): Promise<boolean> => {
  const deadline = Date.now() + ms
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}

/**
 * Stops the server that runs on this cluster: fast (open transactions are rolled back, a checkpoint is written);
 * if that takes over a minute, at once, and the next start recovers from the log. `only`: unless another one runs by now.
 */
export const stopServer = async (clusterDirectory: string, only?: number): Promise<void> => {
  const postmaster = await findLivePostmaster(clusterDirectory)
  if (!postmaster || postmaster.pid !== (only ?? postmaster.pid)) return
  process.kill(postmaster.pid, 'SIGINT')
  if (await endsWithin(postmaster.pid, patienceMs)) return
  process.kill(postmaster.pid, 'SIGQUIT')
  await endsWithin(postmaster.pid, patienceMs)
}
