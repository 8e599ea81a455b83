import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/staff/registrations.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { registrationsKey } from './registrations-key.ts'
import type { RegistrationsSearch } from './registrations-url.ts'

const refetchMs = 30_000

/** A page of the queue; refetched every 30 s while changes are not pushed. */
export function useRegistrations({ request: _open, ...search }: RegistrationsSearch) {
  return useQuery({
    queryKey: [...registrationsKey, 'list', search],
    queryFn: ({ signal }) => call(api.staffRegistrations, search, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(refetchMs),
  })
}

/** Number of requests waiting for staff. */
export const waitingRegistrationsQuery = queryOptions({
  queryKey: [...registrationsKey, 'waiting'],
  queryFn: async ({ signal }) => (await call(api.staffRegistrationsWaiting, {}, { signal })).count,
  refetchInterval: pollEvery(60_000),
})

export function registrationQuery(id: number) {
  return queryOptions({
    queryKey: [...registrationsKey, 'one', id],
    queryFn: async ({ signal }) => (await call(api.staffRegistration, { id }, { signal })).request,
  })
}

/** A decision returns the updated request; after a refusal it is refetched. */
function useDecision<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<E>) => (await call(endpoint, input)) as { request: api.Registration },
    onSuccess: ({ request }) => queries.setQueryData(registrationQuery(request.id).queryKey, request),
    onSettled: () => queries.invalidateQueries({ queryKey: registrationsKey }),
  })
}

export const useAssign = () => useDecision(api.assignRegistration)
export const useRecheck = () => useDecision(api.recheckRegistration)
export const useCopyFromRegister = () => useDecision(api.takeFromRegister)
export const useSendQuestion = () => useDecision(api.sendQuestion)
export const useReject = () => useDecision(api.rejectRegistration)
export const useReopen = () => useDecision(api.reopenRegistration)
export const useApprove = () => useDecision(api.approveRegistration)
