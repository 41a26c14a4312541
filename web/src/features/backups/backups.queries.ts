import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type BackupStand, backupEndpoints } from '@ulna/contract/backups/backups'
import { call, payloadOf } from '../../api/session/client.ts'

const key = ['backups'] as const

/** Milliseconds after which it is asked again how far a backup is. */
const askedEvery = 2000

/** Whether the person runs the installation, and what of its backups they are to know. */
export const standingQuery = queryOptions({
  queryKey: [...key, 'standing'],
  queryFn: ({ signal }) => payloadOf(call(backupEndpoints.standing, { signal, silent: true })),
  staleTime: 60_000,
  meta: { showsOwnErrors: true },
})

export const backupsQuery = queryOptions({
  queryKey: [...key, 'stand'],
  queryFn: ({ signal }) => payloadOf(call(backupEndpoints.read, { signal, silent: true })),
  refetchInterval: ({ state }) => (state.data?.runs[0]?.state === 'running' ? askedEvery : false),
  meta: { showsOwnErrors: true },
})

/** What it became is kept; a backup that was begun shows a moment later. */
const useKeep = () => {
  const client = useQueryClient()
  return (stand: BackupStand): void => {
    client.setQueryData(backupsQuery.queryKey, stand)
    void client.invalidateQueries({ queryKey: standingQuery.queryKey })
  }
}

/** How often it is looked for a backup that was begun before its row is there. */
const looks = 10

export const useBeginBackup = () => {
  const client = useQueryClient()
  const keep = useKeep()
  return useMutation({
    mutationFn: async (): Promise<BackupStand> => {
      const before = await payloadOf(call(backupEndpoints.begin, {}))
      const known = before.runs[0]?.id
      for (let look = 0; look < looks; look += 1) {
        await new Promise((resolve) => setTimeout(resolve, askedEvery))
        const stand = await client.fetchQuery({ ...backupsQuery, staleTime: 0 })
        if (stand.runs[0]?.id !== known) return stand
      }
      return before
    },
    onSuccess: keep,
  })
}

/** The dialog shows its own errors. */
export const useKeepRecoveryKey = () =>
  useMutation({
    mutationFn: (recipient: string) =>
      payloadOf(call(backupEndpoints.keepRecoveryKey, { body: { recipient } })),
    onSuccess: useKeep(),
    meta: { showsOwnErrors: true },
  })
