import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@ulna/contract/http/endpoint'
import { type SigningKeys, signingKeyEndpoints } from '@ulna/contract/papers/papers.keys'
import { call, payloadOf } from '../../../api/session/client.ts'

export const signingKeysQuery = queryOptions({
  queryKey: ['paper', 'signing-keys'],
  queryFn: ({ signal }) => payloadOf(call(signingKeyEndpoints.find, { signal })),
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
  useChangeKeys((body: BodyInputOf<typeof signingKeyEndpoints.supply>) =>
    payloadOf(call(signingKeyEndpoints.supply, { body })),
  )

export const useRemoveKey = () =>
  useChangeKeys((_: undefined) => payloadOf(call(signingKeyEndpoints.remove, {})))
