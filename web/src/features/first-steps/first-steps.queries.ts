import { queryOptions, useMutation } from '@tanstack/react-query'
import { firstStepsEndpoints } from '@ulna/contract/first-steps/first-steps'
import { settingsEndpoints } from '@ulna/contract/settings/settings'
import { call, payloadOf } from '../../api/session/client.ts'
import { changeOwnPractice } from '../../api/session/session.ts'

/** What of the first steps is done: read anew whenever somebody comes back from doing one. */
export const firstStepsQuery = (practiceId: number) =>
  queryOptions({
    queryKey: ['first-steps', practiceId],
    queryFn: ({ signal }) => payloadOf(call(firstStepsEndpoints.read, { signal })),
    staleTime: 0,
    meta: { showsOwnErrors: true },
  })

/** Puts the first steps away, for the whole practice and for good. */
export const useDismissFirstSteps = () =>
  useMutation({
    mutationFn: async (): Promise<void> => {
      const body = { configurations: { firstSteps: { dismissed: true } } }
      const { payload } = await call(settingsEndpoints.updatePractice, { body })
      changeOwnPractice(payload)
    },
  })
