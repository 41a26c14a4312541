import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { moduleEndpoints } from '@ulna/contract/modules/modules'
import { recordEndpoints } from '@ulna/contract/records/records'
import { hasKey } from '../../api/http/api-error.ts'
import { queueInfo } from '../../api/http/messages.ts'
import { call, payloadOf } from '../../api/session/client.ts'

const installedKey = ['modules', 'installed'] as const

/** The modules a practice can install, and the standard one. They change with a new version of the server only. */
export const modulesQuery = queryOptions({
  queryKey: ['modules', 'all'],
  queryFn: ({ signal }) => payloadOf(call(moduleEndpoints.list, { signal, silent: true })),
  staleTime: 5 * 60_000,
  meta: { showsOwnErrors: true },
})

/** What this practice installed, and with which modules its records were written. */
export const installedModulesQuery = queryOptions({
  queryKey: installedKey,
  queryFn: ({ signal }) => payloadOf(call(moduleEndpoints.installed, { signal })),
  meta: { showsOwnErrors: true },
})

/** A class with its form. One version of it never changes. */
export const shownClassQuery = (classId: string, version: number) =>
  queryOptions({
    queryKey: ['record-class', classId, version],
    queryFn: () => payloadOf(call(recordEndpoints.readClass, { params: { classId, version } })),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { showsOwnErrors: true },
  })

export type ModuleChange = 'install' | 'uninstall'

export interface WantedModule {
  readonly id: string
  readonly change: ModuleChange
  /** What is said once it is done. */
  readonly done: string
}

/** Installs or uninstalls; forms that can be written follow at once. */
export const useChangeModule = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: WantedModule) =>
      payloadOf(call(moduleEndpoints[change], { params: { id } })),
    onSuccess: (installed, { done }) => {
      client.setQueryData(installedKey, installed)
      queueInfo(done)
      return client.invalidateQueries({ queryKey: ['record-classes'] })
    },
    // A colleague uninstalled it first: what is shown was old.
    onError: (error) =>
      hasKey(error, 'module_not_installed')
        ? client.invalidateQueries({ queryKey: installedKey })
        : Promise.resolve(),
  })
}
