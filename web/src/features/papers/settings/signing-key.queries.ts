import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { type SigningKeys, signingKeyEndpoints } from '@ulna/contract/papers/papers.keys'
import { call } from '../../../api/session/client.ts'

export const signingKeysQuery = queryOptions({
  queryKey: ['paper', 'signing-keys'],
  queryFn: async ({ signal }): Promise<SigningKeys> =>
    (await call(signingKeyEndpoints.find, { signal })).payload,
})

const useChangeKeys = <Input>(change: (input: Input) => Promise<SigningKeys>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (keys) => client.setQueryData(signingKeysQuery.queryKey, keys),
    meta: { showsOwnErrors: true, successMessage: true },
  })
}

export const useSupplyKey = () =>
  useChangeKeys(
    async (body: BodyInputOf<typeof signingKeyEndpoints.supply>) =>
      (await call(signingKeyEndpoints.supply, { body })).payload,
  )

export const useRemoveKey = () =>
  useChangeKeys(async (_: undefined) => (await call(signingKeyEndpoints.remove, {})).payload)
