import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Price, type PriceInput, priceEndpoints } from '@ulna/contract/receipts/receipts.prices'
import { call, payloadOf } from '../../../api/session/client.ts'

/** The price list of the practice, by name. */
export const pricesQuery = (practiceId: number) =>
  queryOptions({
    queryKey: ['prices', practiceId],
    queryFn: ({ signal }) => payloadOf(call(priceEndpoints.list, { signal, silent: true })),
    staleTime: 60_000,
    meta: { showsOwnErrors: true },
  })

const useChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['prices'] })
}

export interface PriceWish {
  /** What is changed; undefined for a new price. */
  readonly price: Pick<Price, 'id' | 'version'> | undefined
  readonly input: PriceInput
  /** Key of a new price: sent again with it, it is written once. */
  readonly idempotencyKey: string
}

export const useSavePrice = () => {
  const onSuccess = useChanged()
  return useMutation({
    mutationFn: async ({ price, input, idempotencyKey }: PriceWish): Promise<Price> => {
      if (!price) return (await call(priceEndpoints.create, { body: input, idempotencyKey })).payload
      const { id, version } = price
      return (await call(priceEndpoints.update, { params: { id }, body: { ...input, version } })).payload
    },
    onSuccess,
    meta: { showsOwnErrors: true },
  })
}

export const useRemovePrice = () => {
  const onSuccess = useChanged()
  return useMutation({
    mutationFn: (id: number) => call(priceEndpoints.remove, { params: { id } }),
    onSuccess,
    meta: { successMessage: true },
  })
}
