import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '#shared/api/claims.ts'
import type { Endpoint, InputOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import type { ClaimsSearch } from './claims-url.ts'
import { claimsKey } from './use-claim-updates.ts'

const pollMs = 30_000

export function useClaims({ claim: _open, ...search }: ClaimsSearch) {
  return useQuery({
    queryKey: [...claimsKey, 'list', search],
    queryFn: ({ signal }) => call(api.listClaims, search, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(pollMs),
  })
}

export function claimQuery(id: number) {
  return queryOptions({
    queryKey: [...claimsKey, 'one', id],
    queryFn: async ({ signal }) => (await call(api.getClaim, { id }, { signal })).claim,
    refetchInterval: pollEvery(pollMs),
  })
}

export function orderClaimsQuery(orderId: number) {
  return queryOptions({
    queryKey: [...claimsKey, 'order', orderId],
    queryFn: ({ signal }) => call(api.orderClaims, { id: orderId }, { signal }),
  })
}

/** Orders a claim can be filed for, by number or good. */
export function useOrdersToClaim(query: string) {
  return useQuery({
    queryKey: [...claimsKey, 'orders', query],
    queryFn: ({ signal }) => call(api.ordersToClaim, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Marks the shown thread as read. */
export function useMarkThreadRead() {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (input: InputOf<typeof api.readClaimThread>) => call(api.readClaimThread, input),
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: claimsKey, predicate: ({ queryKey }) => queryKey[1] !== 'one' }),
  })
  return mutate
}

function useClaimMutation<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    onSettled: () => queries.invalidateQueries({ queryKey: claimsKey }),
  })
}

export const useFileClaim = () => useClaimMutation(api.fileClaim)
export const useReplyToClaim = () => useClaimMutation(api.replyToClaim)
export const useWithdrawClaim = () => useClaimMutation(api.withdrawClaim)
