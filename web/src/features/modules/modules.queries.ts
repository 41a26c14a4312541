import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type InstalledModules, moduleEndpoints, type RecordModule } from '@ulna/contract/modules/modules'
import type { RecordClass } from '@ulna/contract/record-class/record-class'
import { recordEndpoints } from '@ulna/contract/records/records'
import { hasKey } from '../../api/http/api-error.ts'
import { queueInfo } from '../../api/http/messages.ts'
import { call } from '../../api/session/client.ts'

const installedKey = ['modules', 'installed'] as const

/** The modules a practice can install, and the standard one. They change with a new version of the server only. */
export const modulesQuery = queryOptions({
  queryKey: ['modules', 'all'],
  queryFn: async ({ signal }): Promise<RecordModule[]> =>
    (await call(moduleEndpoints.list, { signal, silent: true })).payload,
  staleTime: 5 * 60_000,
  meta: { showsOwnErrors: true },
})

/** What this practice installed, and with which modules its records were written. */
export const installedModulesQuery = queryOptions({
  queryKey: installedKey,
  queryFn: async ({ signal }): Promise<InstalledModules> =>
    (await call(moduleEndpoints.installed, { signal })).payload,
  meta: { showsOwnErrors: true },
})

/** A class with its form. One version of it never changes. */
export const shownClassQuery = (classId: string, version: number) =>
  queryOptions({
    queryKey: ['record-class', classId, version],
    queryFn: async (): Promise<RecordClass> =>
      (await call(recordEndpoints.readClass, { params: { classId, version } })).payload,
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
    mutationFn: async ({ id, change }: WantedModule): Promise<InstalledModules> =>
      (await call(moduleEndpoints[change], { params: { id } })).payload,
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
