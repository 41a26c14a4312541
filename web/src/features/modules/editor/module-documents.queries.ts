import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { isOwnId, type ModuleFault } from '@ulna/contract/modules/module-document'
import { moduleEndpoints } from '@ulna/contract/modules/modules'
import { hasKey } from '../../../api/http/api-error.ts'
import { queueInfo } from '../../../api/http/messages.ts'
import { call, payloadOf } from '../../../api/session/client.ts'
import { installedModulesQuery } from '../modules.queries.ts'

/** A module as one document. */
export const moduleDocumentQuery = (id: string) =>
  queryOptions({
    queryKey: ['modules', 'document', id],
    queryFn: ({ signal }) => payloadOf(call(moduleEndpoints.export, { params: { id }, signal })),
    // What is edited is what is stored, not what was read a while ago.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { showsOwnErrors: true },
  })

/** What is wrong with a document; nothing of it is stored. */
export const useCheckModule = () =>
  useMutation({
    mutationFn: async (document: Record<string, unknown>): Promise<ModuleFault[]> =>
      (await call(moduleEndpoints.check, { body: document })).payload.faults,
    meta: { showsOwnErrors: true },
  })

/** What a refusal tells of the document. */
export const faultsIn = (error: unknown): ModuleFault[] | undefined =>
  hasKey(error, 'module_refused') ? (error.metadata.faults as ModuleFault[]) : undefined

export interface WantedImport {
  readonly document: Record<string, unknown>
  /** What is said once it is done. */
  readonly done: string
}

/** Makes a document a module of the practice, or its next version. */
export const useImportModule = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ document }: WantedImport) => payloadOf(call(moduleEndpoints.import, { body: document })),
    onSuccess: (installed, { done }) => {
      client.setQueryData(installedModulesQuery.queryKey, installed)
      queueInfo(done)
      // Texts of a version that is there may have been corrected.
      client.removeQueries({
        predicate: ({ queryKey: [kind, id] }) => kind === 'record-class' && isOwnId(String(id)),
      })
      return Promise.all([
        client.invalidateQueries({ queryKey: ['modules', 'all'] }),
        client.invalidateQueries({ queryKey: ['record-classes'] }),
      ])
    },
    meta: { showsOwnErrors: true },
  })
}
