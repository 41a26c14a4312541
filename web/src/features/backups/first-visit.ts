import { backupEndpoints, type RestoreInput } from '@ulna/contract/backups/backups'
import { systemEndpoints } from '@ulna/contract/system/system'
import { call, payloadOf } from '../../api/session/client.ts'

/** Hands in the public half of the first key, before anybody has an account; answers its fingerprint. */
export const keepFirstRecoveryKey = async (recipient: string): Promise<string> => {
  const { fingerprint } = await payloadOf(
    call(backupEndpoints.keepFirstRecoveryKey, { body: { recipient }, silent: true }),
  )
  return fingerprint
}

/** Asks for a backup to be restored: the server stops for it and starts again. */
export const askForRestore = (body: RestoreInput): Promise<unknown> =>
  call(backupEndpoints.restore, { body, silent: true })

const askedEvery = 1000

/** What became of a restore: everything is there, or why not, in the words of the server. */
export type RestoreOutcome = { readonly isDone: true } | { readonly isDone: false; readonly fault: string }

/** Waits for the server to be away and to be there again, however long the restore takes. */
export const untilRestored = async (signal: AbortSignal): Promise<RestoreOutcome> => {
  let wasAway = false
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, askedEvery))
    signal.throwIfAborted()
    const told = await payloadOf(call(systemEndpoints.installation, { silent: true })).catch(() => undefined)
    if (told === undefined) wasAway = true
    else if (wasAway && !told.fresh) return { isDone: true }
    else if (wasAway) return { isDone: false, fault: told.restoreFault ?? '' }
  }
}
