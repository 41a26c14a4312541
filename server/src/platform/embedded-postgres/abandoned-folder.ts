import { rm } from 'node:fs/promises'

/**
 * Removes what a process left that was killed while it made a cluster. The programs it had begun go on for a moment and write where
 * is being removed: one of 40 removals found a folder that had filled again.
 */
export const removeAbandonedFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
