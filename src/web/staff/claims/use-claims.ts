import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/staff/claims.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import type { StaffClaimsSearch } from './claims-url.ts'
import { staffClaimsKey as claimsKey } from './use-claims-waiting.ts'

const pollMs = 30_000

export function useClaims({ claim: _open, ...search }: StaffClaimsSearch) {
  return useQuery({
    queryKey: [...claimsKey, 'list', search],
    queryFn: ({ signal }) => call(api.staffClaims, search, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(pollMs),
  })
}

export function claimQuery(id: number) {
  return queryOptions({
    queryKey: [...claimsKey, 'one', id],
    queryFn: async ({ signal }) => (await call(api.staffGetClaim, { id }, { signal })).claim,
    refetchInterval: pollEvery(pollMs),
  })
}

/** Other claims of a good, loaded when expanded. */
export function goodClaimsQuery(id: number) {
  return queryOptions({
    queryKey: [...claimsKey, 'good', id],
    queryFn: async ({ signal }) => (await call(api.claimsOfGood, { id }, { signal })).items,
  })
}

/** Marks the shown thread as read. */
export function useMarkThreadRead() {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (input: InputOf<typeof api.staffReadClaimThread>) => call(api.staffReadClaimThread, input),
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: claimsKey, predicate: ({ queryKey }) => queryKey[2] !== 'one' }),
  })
  return mutate
}

/** Changes return the updated claim. */
function useClaimMutation<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<E>) => (await call(endpoint, input)) as { claim: api.StaffClaimDetails },
    onSuccess: ({ claim }) => queries.setQueryData(claimQuery(claim.id).queryKey, claim),
    onSettled: () => queries.invalidateQueries({ queryKey: claimsKey }),
  })
}

export const useAssignClaim = () => useClaimMutation(api.assignClaim)
export const useSendMessage = () => useClaimMutation(api.writeToClaim)
export const useSendQuestion = () => useClaimMutation(api.sendClaimQuestion)
export const useDecideClaim = () => useClaimMutation(api.decideClaim)
export const useCloseClaim = () => useClaimMutation(api.closeClaim)
